/**
 * Where templates run: what takes a few milliseconds at most on the main thread, anything else on a thread that is killed
 * when it takes too long or too much. Which Liquid there is, is left to `liquid.ts`; what is how much, to `growth.ts`; the
 * main thread's time to `slices.ts`; the threads to `sandbox-pool.ts`.
 */
import type { Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import type { Metrics } from '../telemetry/metrics.ts';
import { bearableLength } from './growth.ts';
import { parseTemplate, type RenderOptions, type RenderTarget, renderTemplate, TemplateError } from './liquid.ts';
import { readAtMost, scopeText } from './reads.ts';
import { openSandboxPool } from './sandbox-pool.ts';
import type { Scope } from './scope.ts';
import { createSlices, type Spend } from './slices.ts';
import { type Variable, variablesOf } from './variables.ts';

/** Characters of all cached templates of a place together. Parsed, they take some 30 times as many bytes. */
const MAX_CACHED_LENGTH = 1024 * 1024;
/** Characters of a template that the main thread parses: at worst 3 µs each. A text message has at most 3,072. */
const MAX_PARSED_LENGTH = 4 * 1024;

/** `spend` is told of the milliseconds that a thread was busy, this one or another. @throws {TemplateError} */
export type Render = (
  template: string,
  scope: Scope,
  options: RenderOptions & { target?: RenderTarget; spend?: Spend },
) => Promise<string>;

/** Accounts take turns, so that it must be said whose template it is. */
export type Sandbox = AsyncDisposable & {
  renderFor(accountId: string): Render;
  /** What a template reads. @throws {TemplateError} `syntax` when it is none, with line and column; `killed` */
  variablesOf(accountId: string, template: string): Promise<Variable[]>;
};

export type SandboxOptions = {
  /**
   * Started when they are first needed. 3 if absent: they are for the few templates with loops and captures, and while one
   * account uses two of them the third is there for the others.
   */
  threads?: number;
  /** Of a processor, per render. 100 if absent. */
  budgetMs?: number;
  /** Milliseconds by the clock after which a render is not waited for, however little time the thread has had; 2,000. */
  patienceMs?: number;
  metrics?: Pick<Metrics, 'sandboxSeconds' | 'sandboxWaiting'>;
};

type Parsed = { templates: Template[]; variables: Variable[]; bearableLength: number };

const createCache = () =>
  new LRUCache<string, Parsed>({ maxSize: MAX_CACHED_LENGTH, sizeCalculation: (_parsed, template) => template.length });

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { threads = 3, budgetMs = 100, patienceMs = 2_000, metrics } = options;
  const ended = (outcome: string, busyMs: number) => metrics?.sandboxSeconds.observe({ outcome }, busyMs / 1000);
  const pool = openSandboxPool({ threads, budgetMs, patienceMs, ended });
  const slices = createSlices();
  metrics?.sandboxWaiting.from(pool.waiting);
  const parsed = { text: createCache(), url: createCache() };

  function parse(template: string, target: RenderTarget): Parsed {
    const known = parsed[target].get(template);
    if (known) return known;
    const templates = parseTemplate(template, target);
    const fresh = { templates, variables: variablesOf(templates), bearableLength: bearableLength(templates) };
    parsed[target].set(template, fresh);
    return fresh;
  }

  /** The text, or what the template reads when it must run on another thread. */
  function renderHere(
    template: string,
    target: RenderTarget,
    scope: Scope,
    options: RenderOptions,
  ): string | Variable[] {
    const { templates, variables, bearableLength } = parse(template, target);
    if (bearableLength === 0 || !readAtMost(bearableLength, variables, scope)) return variables;
    try {
      return renderTemplate(templates, target, scope, options, bearableLength);
    } catch (error) {
      if (error instanceof TemplateError && error.fault === 'outgrown') return variables;
      throw error;
    }
  }

  return {
    renderFor:
      (accountId) =>
      async (template, scope, { maxBytes, now, target = 'text', spend = () => {} }) => {
        const options = { maxBytes, now };
        const isShort = template.length <= MAX_PARSED_LENGTH;
        const work = () => renderHere(template, target, scope, options);
        let found = isShort ? slices.run(accountId, work, spend) : null;
        // The common case is not kept waiting.
        if (typeof found === 'string') return found;
        found = await found;
        if (typeof found === 'string') return found;
        const job = () => ({ template, render: { target, scope: scopeText(scope, found), options } });
        return (await pool.run(accountId, job, spend)) as string;
      },
    async variablesOf(accountId, template) {
      const spend = () => {};
      if (template.length <= MAX_PARSED_LENGTH) {
        return slices.run(accountId, () => parse(template, 'text').variables, spend);
      }
      return (await pool.run(accountId, () => ({ template, render: null }), spend)) as Variable[];
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
