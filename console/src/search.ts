/** The query strings of pages, parsed from untrusted addresses. */
import type { ResourceKind } from '@model/audit.ts';
import type { ForwardStatus } from '@model/forwarded-event.ts';
import type { Span as ChartSpan } from '@model/overview.ts';
import { texts } from './texts/texts.ts';

type LogInFault = keyof typeof texts.shell.logInFaults;
export type LogInSearch = { from?: string | undefined; fault?: LogInFault | undefined };

/** `from`: the page to go to after the log-in, an address of this console. `fault`: how one at the provider ended. */
export function readLogInSearch({ from, fault }: Record<string, unknown>): LogInSearch {
  // Explicit even when undefined: the router otherwise keeps the address's value.
  return {
    from: typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : undefined,
    fault: Object.hasOwn(texts.shell.logInFaults, String(fault)) ? (fault as LogInFault) : undefined,
  };
}

/** What the charts of the start page show; a day if absent. */
export type StartSearch = { span?: ChartSpan };

export function readStartSearch({ span }: Record<string, unknown>): StartSearch {
  return typeof span === 'string' && Object.hasOwn(texts.start.spans, span) ? { span: span as ChartSpan } : {};
}

export type EventSearch = {
  status?: ForwardStatus;
  class?: string;
  type?: string;
  phoneNumber?: string;
  reason?: string;
  since?: string;
  until?: string;
};

const EVENT_STATUSES: readonly ForwardStatus[] = ['PENDING', 'FORWARDED', 'FAILED', 'DISCARDED', 'RECORDED'];

/** The filters of the event list: those of `GET /agents/{agentId}/events`. */
export function readEventSearch(search: Record<string, unknown>): EventSearch {
  const status = EVENT_STATUSES.find((known) => known === search['status']);
  const text = (name: 'class' | 'type' | 'phoneNumber') => {
    const value = search[name];
    // The router parses numeric text as a number.
    return typeof value === 'string' || typeof value === 'number' ? { [name]: String(value) } : {};
  };
  return { ...(status && { status }), ...text('class'), ...text('type'), ...text('phoneNumber') };
}

type Standing = keyof typeof texts.trace.standings;
export type ConversationsSearch = { begins?: number; standing?: Standing };

/**
 * `begins`: how the phone numbers of the list begin: 1 to 15 digits, which is what the router makes of them in an address.
 * `standing`: how the conversations are; however they are if absent.
 */
export function readConversationsSearch({ begins, standing }: Record<string, unknown>): ConversationsSearch {
  return {
    ...(typeof begins === 'number' && /^[1-9]\d{0,14}$/.test(String(begins)) && { begins }),
    ...(Object.hasOwn(texts.trace.standings, String(standing)) && { standing: standing as Standing }),
  };
}

/** `endpointId`: of a further endpoint; without it, the agent's own webhook. */
export type FailureSearch = { endpointId?: string; reason?: string; since?: string; until?: string };

/** Which part of which failure queue is shown: a group, and those that got there in a time. */
export function readFailureSearch(search: Record<string, unknown>): FailureSearch {
  const { reason, endpointId } = search;
  const moment = (name: 'since' | 'until') => {
    const value = search[name];
    return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? { [name]: value } : {};
  };
  // The router parses numeric text, such as `404`, as a number.
  const group = typeof reason === 'string' || typeof reason === 'number' ? { reason: String(reason) } : {};
  const endpoint = typeof endpointId === 'string' ? { endpointId } : {};
  return { ...endpoint, ...group, ...moment('since'), ...moment('until') };
}

export type AuditSearch = { actor?: string; agentId?: string; resourceKind?: ResourceKind; resourceId?: string };

/** The filters of the audit log: those of `GET /audit-log`. An unknown kind is said to be one by the service. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const text = (name: keyof AuditSearch) => {
    const value = search[name];
    // The router parses numeric text as a number.
    return typeof value === 'string' || typeof value === 'number' ? { [name]: String(value) } : {};
  };
  return { ...text('actor'), ...text('agentId'), ...text('resourceKind'), ...text('resourceId') };
}

const PANELS = ['play', 'versions', 'tests', 'funnel'] as const;
const SPANS = ['1h', '24h', '7d', '30d'] as const;
/** Of time, up to now. */
export type Span = (typeof SPANS)[number];
export type FlowSearch = {
  panel?: (typeof PANELS)[number];
  from?: number;
  to?: number;
  span?: Span;
  on?: number | 'draft';
  /** Else the graph. */
  view?: 'list';
};

/**
 * What is beside the graph of a flow: its tests; its versions, `from` compared with `to`, or else with the draft; or the
 * funnel of a `span`, `on` a version or on all.
 */
export function readFlowSearch(search: Record<string, unknown>): FlowSearch {
  const panel = PANELS.find((known) => known === search['panel']);
  const span = SPANS.find((known) => known === search['span']);
  const version = (name: 'from' | 'to' | 'on') =>
    Number.isInteger(search[name]) && Number(search[name]) > 0 ? { [name]: Number(search[name]) } : {};
  const on = search['on'] === 'draft' ? { on: search['on'] as 'draft' } : version('on');
  return {
    ...(panel && { panel }),
    ...version('from'),
    ...version('to'),
    ...(span && { span }),
    ...on,
    ...(search['view'] === 'list' && { view: 'list' as const }),
  };
}
