/** Which request headers a flow or an account may set, and which are sent by default. */
import { isHeaderName, RESERVED_HEADERS } from '../model/header.ts';
import type { TurnShare } from './connector.ts';

const MAX_HEADER_VALUE_LENGTH = 8192;

/** Defaults of every operation's request; anything else that sets the same names wins. */
export function operationHeaders(userAgent: string, turn: TurnShare | null): Record<string, string> {
  if (!turn) return { 'user-agent': userAgent };
  const { idempotencyKey, traceparent } = turn;
  return { 'user-agent': userAgent, 'idempotency-key': idempotencyKey, ...(traceparent && { traceparent }) };
}

/** What is wrong with a header's name, or null. */
export function headerNameFault(name: string): string | null {
  if (!isHeaderName(name)) return 'is not a header name';
  return RESERVED_HEADERS.has(name.toLowerCase()) ? 'is a header that cannot be set' : null;
}

/** What is wrong with a header's value, or null. A line end would start another header, or another request. */
export function headerValueFault(value: string): string | null {
  if (value.length > MAX_HEADER_VALUE_LENGTH) return `is longer than ${MAX_HEADER_VALUE_LENGTH} characters`;
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    ? null
    : 'contains a line break or a character that is not allowed in a header';
}
