/** Counts what became of conversations in each state, turn by turn, from the traces alone. */
import type { ContentMessage } from '../model/content-message.ts';
import {
  type FunnelCounts,
  type FunnelEdge,
  type FunnelState,
  MAX_FUNNEL_EDGES,
  MAX_FUNNEL_STATES,
} from '../model/funnel.ts';
import type { JsonValue } from '../model/json.ts';
import type { StoredStep, TraceStep } from '../model/trace.ts';
import { postbacksOf } from './chip.ts';
import { isCut } from './scenario/recall.ts';

/** `trace`: at least the steps `enter`, `message` and `wait`, as they are stored. `version`: null for the draft. */
export type FunnelTurn = {
  item: { kind: string; stateId?: string | null };
  trace: StoredStep[];
  content?: ContentMessage | null;
  stopped?: string | null;
  version: number | null;
  receivedAt: string;
};

/** `version`: turns on it alone are counted; all if undefined. `until`: ISO 8601, when sessions are over or not. */
export type FunnelScope = { version: number | null | undefined; sessionTtlMs: number; until: string };

export type FunnelCounter = {
  /** The turns of one conversation, in order. `goesOn`: there are more before `until`, which are not counted. */
  add(turns: readonly FunnelTurn[], goesOn?: boolean): void;
  counts(): FunnelCounts;
};

/** `offered`: postbacks of its chips; null where the trace does not have the whole message. */
type Wait = { stateId: string; offered: string[] | null; isCounted: boolean; isAnswered: boolean };

/** Where the conversation is; nowhere when a session begins. */
type Place = { stateId: string | null; wait: Wait | null };

const NOWHERE: Place = { stateId: null, wait: null };

type Enter = Extract<TraceStep, { step: 'enter' }>;
type Counted = Exclude<keyof FunnelState, 'stateId'>;

export function createFunnelCounter({ version, sessionTtlMs, until }: FunnelScope): FunnelCounter {
  const tally = createTally();
  let conversations = 0;
  let turns = 0;

  /** Nothing came while it waited. */
  function leave(wait: Wait | null): void {
    if (wait?.isCounted && !wait.isAnswered) tally.count(wait.stateId, 'left');
  }

  function addTurn(turn: FunnelTurn, place: Place): Place {
    const isCounted = version === undefined || turn.version === version;
    if (isCounted) countTurn(tally, turn, place);
    let { wait } = place;
    if (wait && !wait.isAnswered && answers(turn, wait)) {
      if (wait.isCounted) tally.count(wait.stateId, 'answered');
      wait = { ...wait, isAnswered: true };
    }
    // A turn that stopped leaves the user where they were: the question still stands.
    if (turn.stopped) return { ...place, wait };
    leave(wait);
    return { stateId: lastEntered(turn) ?? place.stateId, wait: waitAfter(turn, isCounted) };
  }

  return {
    add(conversation, goesOn = false) {
      if (conversation.length === 0) return;
      conversations += 1;
      turns += conversation.length;
      let place = NOWHERE;
      let lastAt = Number.NaN;
      for (const turn of conversation) {
        const at = Date.parse(turn.receivedAt);
        if (at - lastAt >= sessionTtlMs) {
          leave(place.wait);
          place = NOWHERE;
        }
        lastAt = at;
        place = addTurn(turn, place);
      }
      if (!goesOn && Date.parse(until) - lastAt >= sessionTtlMs) leave(place.wait);
    },
    counts: () => ({ conversations, turns, ...tally.result() }),
  };
}

type Tally = ReturnType<typeof createTally>;

function createTally() {
  const states = new Map<string, FunnelState>();
  const edges = new Map<string, FunnelEdge>();
  return {
    count(stateId: string, what: Counted): void {
      const state = states.get(stateId) ?? {
        stateId,
        ...{ entered: 0, waited: 0, answered: 0, left: 0, failed: 0, sent: 0 },
      };
      state[what] += 1;
      states.set(stateId, state);
    },
    countEdge(from: string | null, { stateId: to, because }: Enter): void {
      const key = JSON.stringify([from, to, because]);
      const edge = edges.get(key) ?? { from, to, because, count: 0 };
      edge.count += 1;
      edges.set(key, edge);
    },
    result(): Pick<FunnelCounts, 'states' | 'edges'> {
      const mostFirst = [...edges.values()].sort((a, b) => b.count - a.count);
      const kept = [...states.values()].sort((a, b) => b.entered - a.entered).slice(0, MAX_FUNNEL_STATES);
      const order = orderOf(mostFirst);
      kept.sort((a, b) => (order.get(a.stateId) ?? order.size) - (order.get(b.stateId) ?? order.size));
      return { states: kept, edges: mostFirst.slice(0, MAX_FUNNEL_EDGES) };
    },
  };
}

function countTurn(tally: Tally, turn: FunnelTurn, place: Place): void {
  let from = turn.item.kind === 'send' ? null : place.stateId;
  for (const step of turn.trace) {
    if (step.step === 'enter') {
      tally.count(step.stateId, 'entered');
      tally.countEdge(step.because === 'input' ? (step.detail ?? from) : from, step);
      from = step.stateId;
    } else if (step.step === 'message' && !turn.stopped) {
      tally.count(step.stateId, 'sent');
    } else if (step.step === 'wait' && !turn.stopped) {
      tally.count(step.stateId, 'waited');
    }
  }
  const failedAt = lastEntered(turn) ?? turn.item.stateId ?? place.stateId;
  if (turn.stopped && failedAt !== null) tally.count(failedAt, 'failed');
}

function lastEntered({ trace }: FunnelTurn): string | undefined {
  return trace.findLast((step) => step.step === 'enter')?.stateId;
}

/** Whether the user's message was what the state waited for, by the rules of `reply.ts`. */
function answers({ item, trace, stopped }: FunnelTurn, { stateId, offered }: Wait): boolean {
  if (item.kind !== 'user-message') return false;
  const first = trace.find((step) => step.step === 'enter');
  // The state that the input leads to is missing, or the session has no room for the answer.
  if (!first) return Boolean(stopped);
  if (first.because === 'input') return first.detail === stateId;
  return first.because === 'chip' && (offered?.includes(first.detail ?? '') ?? true);
}

function waitAfter({ trace, content }: FunnelTurn, isCounted: boolean): Wait | null {
  const wait = trace.findLast((step) => step.step === 'wait');
  if (!wait) return null;
  const message = content ?? trace.findLast((step) => step.step === 'message')?.contentMessage ?? {};
  const offered = isCut(message as JsonValue) ? null : postbacksOf(message as ContentMessage);
  return { stateId: wait.stateId, offered, isCounted, isAnswered: false };
}

/** From where conversations begin, along the most frequent edges first. */
function orderOf(mostFirst: readonly FunnelEdge[]): Map<string, number> {
  const next = new Map<string | null, string[]>();
  for (const { from, to } of mostFirst) {
    const known = next.get(from);
    if (known) known.push(to);
    else next.set(from, [to]);
  }
  const order = new Map<string, number>();
  const ahead = [...(next.get(null) ?? [])].reverse();
  while (ahead.length > 0) {
    const stateId = ahead.pop()!;
    if (order.has(stateId)) continue;
    order.set(stateId, order.size);
    ahead.push(...(next.get(stateId) ?? []).toReversed());
  }
  return order;
}
