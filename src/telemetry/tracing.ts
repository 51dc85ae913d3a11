/**
 * What the parts know of tracing: to begin a span below another one's place, and to end it. `otlp.ts` implements it, and is
 * loaded only where tracing is on; else the context has null here, and nothing is made.
 */
import type { Traced } from '../traced.ts';

/** Never a phone number, a text, a parameter, a path or a secret: traces are kept by others. */
type Attributes = Record<string, string | number | undefined>;

export type Span = {
  /** Its own place: the parent of what follows. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** `error`: what kind of failure it was, if it was one. */
  end(error?: string | null): void;
};

export type Tracing = AsyncDisposable & {
  start(
    name: string,
    about: Traced & { kind: 'server' | 'client' | 'producer' | 'consumer'; attributes: Attributes },
  ): Span;
};

/** Runs work within a span that is already begun, and ends it. */
export async function within<Result>(span: Span | null | undefined, work: () => Promise<Result>): Promise<Result> {
  if (!span) return work();
  try {
    const result = await work();
    span.end();
    return result;
  } catch (cause) {
    span.end(cause instanceof Error ? cause.name : 'unknown');
    throw cause;
  }
}
