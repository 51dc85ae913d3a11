/** What the query strings of pages hold, read from addresses that anybody may have written. */
import type { ForwardStatus } from '@model/forwarded-event.ts';

export type LogInSearch = { from?: string | undefined };

/** `from`: the page to go to after the log-in, an address of this console. */
export function readLogInSearch({ from }: Record<string, unknown>): LogInSearch {
  // Said even when it is undefined: the router keeps what is not mentioned as it stood in the address.
  return { from: typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined };
}

export type EventSearch = { status?: ForwardStatus; class?: string; type?: string; phoneNumber?: string };

const EVENT_STATUSES: readonly ForwardStatus[] = ['PENDING', 'FORWARDED', 'FAILED', 'RECORDED'];

/** The filters of the event list: those of `GET /agents/{agentId}/events`. */
export function readEventSearch(search: Record<string, unknown>): EventSearch {
  const status = EVENT_STATUSES.find((known) => known === search['status']);
  const text = (name: 'class' | 'type' | 'phoneNumber') => {
    const value = search[name];
    // The router reads a number from what looks like one.
    return typeof value === 'string' || typeof value === 'number' ? { [name]: String(value) } : {};
  };
  return { ...(status && { status }), ...text('class'), ...text('type'), ...text('phoneNumber') };
}
