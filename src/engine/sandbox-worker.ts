/** A thread of the sandbox: it renders what it is sent, one template at a time, and may be killed at any moment. */
import { parentPort } from 'node:worker_threads';
import { parseTemplate, renderTemplate, TemplateError } from './liquid.ts';
import type { SandboxAnswer, SandboxJob } from './sandbox-pool.ts';

function answer({ template, place, scope, options }: SandboxJob): SandboxAnswer {
  try {
    return { ok: true, text: renderTemplate(parseTemplate(template, place), place, scope, options) };
  } catch (error) {
    const { fault, message } = error instanceof TemplateError ? error : new TemplateError('render', String(error));
    return { ok: false, fault, message };
  }
}

/** Its only purpose is to have run: the first render in a thread takes ten times as long as the second. */
const WARM_UP: SandboxJob = {
  template:
    '{% assign list = "a,b" | split: "," | sort %}{% for x in list %}{% if x %}{{ x | upcase }}{% endif %}{% endfor %}',
  place: 'text',
  scope: { params: {}, data: {}, input: {}, message: null, user: { phoneNumber: '' } },
  options: { maxBytes: 100, now: '2026-01-01T00:00:00Z' },
};

answer(WARM_UP);
parentPort?.on('message', (job: SandboxJob) => parentPort?.postMessage(answer(job)));
parentPort?.postMessage('ready');
