/**
 * The place of a piece of work in a trace, as the header `traceparent` of W3C Trace Context writes it. It travels with the
 * work, through memory, the database and the network alike; absent while tracing is off.
 */

export type Traced = { traceparent?: string | undefined };

/** Version 00, and of later versions the part that they share with it. Ids of zeros alone are invalid. */
const TRACEPARENT =
  /^(?!ff)(?!00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** `flags`: 1 when the caller records the trace. */
export type TraceParent = { traceId: string; spanId: string; flags: number };

/** The parts of a `traceparent`; null when there is none that is valid, and the trace begins here. */
export function parseTraceparent(text: unknown): TraceParent | null {
  const found = typeof text === 'string' ? TRACEPARENT.exec(text) : null;
  return found && { traceId: found[1]!, spanId: found[2]!, flags: Number.parseInt(found[3]!, 16) & 1 };
}

export function writeTraceparent({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-0${flags & 1}`;
}

/** For log lines, under OpenTelemetry's own name. */
export function traceIdOf(traceparent: string | undefined): { trace_id: string } | null {
  return traceparent === undefined ? null : { trace_id: traceparent.slice(3, 35) };
}
