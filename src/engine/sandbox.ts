/**
 * Where templates run: what cannot grow on the main thread, anything else on a thread that is killed when it takes too
 * long or too much. Which Liquid there is, is left to `liquid.ts`; the threads to `sandbox-pool.ts`.
 */
import type { Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import type { Metrics } from '../metrics.ts';
import { cannotGrow } from './growth.ts';
import { type Place, parseTemplate, type RenderOptions, renderTemplate } from './liquid.ts';
import { openSandboxPool } from './sandbox-pool.ts';
import type { Scope } from './scope.ts';

/** Characters of all cached templates together. Parsed, they take some 30 times as many bytes. */
const MAX_CACHED_LENGTH = 1024 * 1024;

/** `sandboxMs`: how long another thread was busy with it; 0 on the main thread. */
export type Rendered = { text: string; sandboxMs: number };

/** @throws {TemplateError} */
export type Render = (template: string, scope: Scope, options: RenderOptions & { place?: Place }) => Promise<Rendered>;

export type Sandbox = AsyncDisposable & { render: Render };

export type SandboxOptions = {
  /** Started when they are first needed. 2 if absent: they are for the few templates with loops and captures. */
  threads?: number;
  /** Wall clock, per render. 100 if absent. */
  timeoutMs?: number;
  metrics?: Pick<Metrics, 'sandboxSeconds' | 'sandboxWaiting'>;
};

type Parsed = { templates: Template[]; isBounded: boolean };

export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { threads = 2, timeoutMs = 100, metrics } = options;
  const ended = (outcome: string, sandboxMs: number) => metrics?.sandboxSeconds.observe({ outcome }, sandboxMs / 1000);
  const pool = openSandboxPool({ threads, timeoutMs, ended });
  metrics?.sandboxWaiting.from(pool.waiting);
  const parsed = new LRUCache<string, Parsed>({
    maxSize: MAX_CACHED_LENGTH,
    sizeCalculation: (_parsed, key) => key.length,
  });

  function parse(template: string, place: Place): Parsed {
    const key = `${place} ${template}`;
    const known = parsed.get(key);
    if (known) return known;
    const templates = parseTemplate(template, place);
    const fresh = { templates, isBounded: cannotGrow(templates) };
    parsed.set(key, fresh);
    return fresh;
  }

  return {
    async render(template, scope, { maxBytes, now, place = 'text' }) {
      const { templates, isBounded } = parse(template, place);
      if (isBounded) return { text: renderTemplate(templates, place, scope, { maxBytes, now }), sandboxMs: 0 };
      return pool.run({ template, place, scope, options: { maxBytes, now } });
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
