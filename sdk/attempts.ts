/**
 * A request, attempted until it has an answer or its time is up. A fault that passes by itself (no response, 429, 502,
 * 503, 504) is followed by a pause, which doubles, or is the one that `Retry-After` asks for. Any other answer is final.
 */
import { ParleyError, withoutResponse } from './error.ts';

const TRANSIENT = [429, 502, 503, 504];
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 8_000;
/** Of one attempt that may be repeated: a response that is lost takes only this much of the whole time. */
const ATTEMPT_MS = 10_000;

export type Clock = {
  /** Milliseconds that never decrease. */
  now: () => number;
  /** Rejects with the signal's reason. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  random: () => number;
};

export const CLOCK: Clock = {
  now: () => performance.now(),
  pause: async (ms, signal) => {
    let timer: ReturnType<typeof setTimeout>;
    const passed = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await orAborted(passed, signal).finally(() => clearTimeout(timer));
  },
  random: Math.random,
};

/** Rejects with the signal's reason once it is aborted. What the promise waits for goes on. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

export type Attempts = {
  url: string;
  /** Of all attempts and pauses together. */
  timeoutMs: number;
  /** Whether being carried out twice does no harm. If it may, only 429 is followed by another attempt. */
  isRepeatable: boolean;
  /** The caller's. */
  signal: AbortSignal;
};

/** Rejects with a `ParleyError` where there is no response, or with the reason of the caller's signal. */
export async function attempted(
  once: (signal: AbortSignal) => Promise<Response>,
  { url, timeoutMs, isRepeatable, signal }: Attempts,
  { now, pause, random }: Clock,
): Promise<Response> {
  const endsAt = now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    const leftMs = Math.max(0, endsAt - now());
    const limit = AbortSignal.timeout(Math.ceil(isRepeatable ? Math.min(leftMs, ATTEMPT_MS) : leftMs));
    const { response, cause } = await outcome(once(AbortSignal.any([signal, limit])));
    if (response && !TRANSIENT.includes(response.status)) return response;
    if (signal.aborted) throw signal.reason;
    if (cause instanceof ParleyError) throw cause;
    // Up to half of a pause is chance, so that those that failed together do not come back together.
    const waitMs = retryAfterMs(response) + pauseMs * (1 - random() / 2);
    const mayRepeat = isRepeatable || response?.status === 429;
    if (!mayRepeat || now() + waitMs > endsAt) {
      if (response) return response;
      throw withoutResponse(limit.aborted ? 'timed_out' : 'unreachable', url, cause);
    }
    await response?.body?.cancel();
    await pause(waitMs, signal);
  }
}

function outcome(attempt: Promise<Response>): Promise<{ response?: Response; cause?: unknown }> {
  return attempt.then(
    (response) => ({ response }),
    (cause) => ({ cause }),
  );
}

/** In seconds or as a date (RFC 9110 §10.2.3); 0 where there is none. */
function retryAfterMs(response: Response | undefined): number {
  const value = response?.headers.get('retry-after') ?? '0';
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : 0;
}
