/**
 * A thread of the sandbox: runs the jobs it is sent, one template at a time. It stops a template that takes too long,
 * and may be killed at any moment.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { parseTemplate, renderTemplate, TemplateError } from './liquid.ts';
import type { SandboxAnswer, SandboxData, SandboxJob, SandboxMessage } from './sandbox-pool.ts';
import { limitTime } from './thread-time.ts';
import { variablesOf } from './variables.ts';

const { budgetMs, signals } = workerData as SandboxData;

function answer({ template, render }: SandboxJob): SandboxAnswer {
  const check = limitTime(budgetMs, signals);
  try {
    if (!render) return { ok: true, result: variablesOf(parseTemplate(template, 'text')) };
    const { target, scope, options } = render;
    return {
      ok: true,
      result: renderTemplate(parseTemplate(template, target), target, JSON.parse(scope), options, { check }),
    };
  } catch (error) {
    const { fault, message, line, column } =
      error instanceof TemplateError ? error : new TemplateError('render', String(error));
    return { ok: false, fault, message, line, column };
  }
}

/** Only for warm-up: the first render in a thread takes ten times as long as the second. */
const WARM_UP: SandboxJob = {
  template:
    '{% assign list = "a,b" | split: "," | sort %}{% for x in list %}{% if x %}{{ x | upcase }}{% endif %}{% endfor %}',
  render: { target: 'text', scope: '{}', options: { maxBytes: 100, now: '2026-01-01T00:00:00Z' } },
};

function tell(answer: SandboxAnswer | null): void {
  parentPort?.postMessage({ used: process.threadCpuUsage(), answer } satisfies SandboxMessage);
}

answer(WARM_UP);
parentPort?.on('message', (job: SandboxJob) => tell(answer(job)));
tell(null);
