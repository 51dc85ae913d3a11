/**
 * Where templates run: those that take a few milliseconds at most on the main thread, the others on a thread that is
 * killed when it takes too long or too much. `liquid.ts` defines the language; `growth.ts` the limits; `slices.ts`
 * shares the main thread's time; `sandbox-pool.ts` has the threads.
 */
import { availableParallelism } from 'node:os';
import type { Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import type { Metrics } from '../telemetry/metrics.ts';
import { createCompany } from './company.ts';
import { bearableLength } from './growth.ts';
import { parseTemplate, type RenderOptions, type RenderTarget, renderTemplate, TemplateError } from './liquid.ts';
import { readAtMost, scopeText } from './reads.ts';
import { openSandboxPool } from './sandbox-pool.ts';
import type { Scope } from './scope.ts';
import { createSlices, type Spend } from './slices.ts';
import { type Variable, variablesOf } from './variables.ts';

/**
 * They are for the few templates with loops and captures, and one is free for the others while an account uses the
 * rest: on two processors one thread, or its template would be busy on both.
 */
const THREADS = Math.max(2, Math.min(3, availableParallelism()));
/** Characters of all cached templates for one target. Parsed, they take some 30 times as many bytes. */
const MAX_CACHED_LENGTH = 1024 * 1024;
/** Characters of a template that the main thread parses: at worst 3 µs each. A text message has at most 3,072. */
const MAX_PARSED_LENGTH = 4 * 1024;

/**
 * `spend` receives the milliseconds that a thread was busy, this one or another. `onThread`: of a turn whose templates
 * have taken long, so not on the main thread, however little it would take. @throws {TemplateError}
 */
export type Render = (
  template: string,
  scope: Scope,
  options: RenderOptions & { target?: RenderTarget; spend?: Spend; onThread?: boolean },
) => Promise<string>;

/** Accounts take turns, so each call names its account. */
export type Sandbox = AsyncDisposable & {
  renderFor(accountId: string): Render;
  /** What a template reads. @throws {TemplateError} `syntax` with line and column when it cannot be parsed; `killed` */
  variablesOf(accountId: string, template: string): Promise<Variable[]>;
};

export type SandboxOptions = {
  /** Started on first use; `THREADS` if absent. */
  threads?: number;
  /** CPU milliseconds for each render. 100 if absent. */
  budgetMs?: number;
  /** Milliseconds by the clock after which a render is not waited for, however little time the thread has had; 2,000. */
  patienceMs?: number;
  metrics?: Pick<Metrics, 'sandboxSeconds' | 'sandboxWaiting'>;
};

type Parsed = { templates: Template[]; variables: Variable[]; bearableLength: number };

const createCache = () =>
  new LRUCache<string, Parsed>({ maxSize: MAX_CACHED_LENGTH, sizeCalculation: (_parsed, template) => template.length });

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { threads = THREADS, budgetMs = 100, patienceMs = 2_000, metrics } = options;
  const ended = (outcome: string, busyMs: number) => metrics?.sandboxSeconds.observe({ outcome }, busyMs / 1000);
  const company = createCompany();
  const pool = openSandboxPool({ threads, budgetMs, patienceMs, ended, hasOthers: company.hasOthers });
  const slices = createSlices(company);
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
      return renderTemplate(templates, target, scope, options, { maxValueLength: bearableLength });
    } catch (error) {
      if (error instanceof TemplateError && error.fault === 'outgrown') return variables;
      throw error;
    }
  }

  return {
    renderFor(accountId) {
      company.came(accountId);
      pool.turnOf(accountId);
      return async (template, scope, { maxBytes, now, target = 'text', spend = () => {}, onThread = false }) => {
        const options = { maxBytes, now };
        const isShort = template.length <= MAX_PARSED_LENGTH;
        const work = () =>
          onThread ? parse(template, target).variables : renderHere(template, target, scope, options);
        let found = isShort ? slices.run(accountId, work, spend) : null;
        // The common case stays synchronous.
        if (typeof found === 'string') return found;
        found = await found;
        if (typeof found === 'string') return found;
        const job = () => ({ template, render: { target, scope: scopeText(scope, found), options } });
        return (await pool.run(accountId, job, spend, onThread)) as string;
      };
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
