/**
 * One request and its response under one deadline and one size limit. `outbound.ts` decides where it may go. It uses
 * undici's dispatch interface directly: no streams and no AbortSignal for each of thousands a second.
 */
import type { Dispatcher } from 'undici';
import { RemoteFailure } from '../errors.ts';
import { outboundFailure, timeoutFailure } from './failure.ts';

export type ExchangeLimits = {
  /** Milliseconds for everything: waiting for a connection, DNS, connecting, headers and the whole body. */
  deadlineMs: number;
  /** Bytes of the response body that are kept; a longer body is cut and the socket destroyed. */
  maxResponseBytes: number;
};

/** The dispatched request; plain enough to cross to another thread. */
export type ExchangeRequest = {
  /** Where the dispatcher serves more than one origin. */
  origin?: string;
  path: string;
  method: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  body: string | null;
  /** Closes the connection afterwards. */
  reset?: boolean;
};

export type OutboundResponse = {
  status: number;
  /** Lower-case names; several values of one name are joined with a comma. */
  headers: Record<string, string>;
  body: Buffer;
  /** The body was longer than the limit and was cut. */
  truncated: boolean;
  durationMs: number;
};

export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  { deadlineMs, maxResponseBytes }: ExchangeLimits,
): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let headers: Record<string, string> = {};
    let settled = false;
    let controller: Dispatcher.DispatchController | undefined;

    const timer = setTimeout(() => fail(timeoutFailure(deadlineMs)), deadlineMs);

    function settle(): boolean {
      if (settled) return false;
      settled = true;
      clearTimeout(timer);
      return true;
    }

    function fail(failure: RemoteFailure): void {
      if (!settle()) return;
      reject(failure);
      controller?.abort(failure);
    }

    function succeed(truncated: boolean): void {
      if (!settle()) return;
      const body = Buffer.concat(chunks);
      resolve({ status, headers, body, truncated, durationMs: performance.now() - startedAt });
    }

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        // The deadline passed while it waited for a connection: it must not be sent after its failure was reported.
        if (settled) started.abort(new RemoteFailure('transient', 'cancelled', { retry: true }));
      },
      onResponseStart(_controller, statusCode, rawHeaders) {
        status = statusCode;
        headers = singleValued(rawHeaders);
      },
      onResponseData(started, chunk) {
        const room = maxResponseBytes - size;
        size += chunk.length;
        chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
        if (chunk.length <= room) return;
        succeed(true);
        started.abort(new Error('the response is longer than the limit'));
      },
      onResponseEnd() {
        succeed(false);
      },
      onResponseError(_controller, error) {
        fail(outboundFailure(error));
      },
    };
    try {
      dispatcher.dispatch(request, handler);
    } catch (error) {
      fail(outboundFailure(error));
    }
  });
}

function singleValued(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const single: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) single[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return single;
}
