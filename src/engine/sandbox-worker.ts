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

parentPort?.on('message', (job: SandboxJob) => parentPort?.postMessage(answer(job)));
parentPort?.postMessage('ready');
