/** The checks: what must be true of everything observed. proof/README.md explains each to a sceptic. */
import type { Database } from '../src/store/database.ts';
import { findChainBreaks } from './chain.ts';
import type { Trouble } from './faults.ts';
import type { Action, Ledger } from './ledger.ts';
import { measureRecoveries, quantile, type Recovery } from './recovery.ts';
import { compareEvents } from './stored-events.ts';
import type { Shown, Transcripts } from './transcripts.ts';
import { readTurns, type Turns } from './turns.ts';

export type Check = { name: string; lookedAt: number; breaches: string[] };

/** The lease, and five seconds to detect its end and to start. */
const RECOVERY_MS = 15_000;
/** The one check that a slow machine can fail. */
export const RECOVERY_CHECK = `lanes recover within ${RECOVERY_MS / 1000} s (p99)`;

/** The one check that a short run may have nothing for: which events are refused is random. */
export const FAILURE_QUEUE_CHECK = 'the failure queue is what it must be';

export type Findings = {
  checks: Check[];
  recovery: { count: number; superseded: number; p50Ms: number | null; p99Ms: number | null; longest: Recovery | null };
  turns: number;
  events: number;
  failureQueue: number;
};

export async function runChecks(seen: {
  database: Database;
  ledger: Ledger;
  transcripts: Transcripts;
  trouble: Trouble;
  lanesOf: (pid: number | null, atMs: number) => number[];
  /** What had not settled. */
  left: string[];
  /** What was not clean about the graceful stops at the end. */
  stops: string[];
  services: number;
}): Promise<Findings> {
  const { database, ledger, transcripts, trouble } = seen;
  const turns = await readTurns(database, (n) => ledger.actions[n]?.messageId != null);
  const stored = await compareEvents(database, ledger);
  const chainBreaks = await findChainBreaks(database);
  const deadLetters = await database<{ what: string }[]>`select reason || ': ' || body::text as what from dead_letter`;
  const { recoveries, superseded } = measureRecoveries(trouble.disturbances, turns.commits, seen.lanesOf);
  const times = recoveries.map(({ ms }) => ms);
  const p99Ms = quantile(times, 0.99);
  const longest = recoveries.toSorted((a, b) => b.ms - a.ms)[0] ?? null;
  const shown = [...transcripts.byPhone.values()].reduce((sum, list) => sum + list.length, 0);
  const answered = ledger.actions.filter(({ messageId }) => messageId !== null);

  const checks: Check[] = [
    { name: 'everything came to rest', lookedAt: 1, breaches: [...seen.left, ...transcripts.cutOff] },
    { name: 'no answer was wrong', lookedAt: answered.length + ledger.repeats, breaches: ledger.oddAnswers },
    {
      name: 'each accepted request has its one turn',
      lookedAt: answered.length,
      breaches: turnBreaches(ledger, turns),
    },
    {
      name: 'there are no dead letters',
      lookedAt: turns.count,
      breaches: deadLetters.map(({ what }) => what.slice(0, 300)),
    },
    {
      name: 'each message is at its phone once',
      lookedAt: shown,
      breaches: messageBreaches(ledger, transcripts, stored.givenUp),
    },
    { name: 'messages are in order at phones', lookedAt: shown, breaches: orderBreaches(ledger, transcripts) },
    { name: 'turns keep their order', lookedAt: turns.count, breaches: turns.outOfOrder },
    { name: 'turns never overlap', lookedAt: turns.count, breaches: turns.overlapping },
    { name: 'the hash chains are whole', lookedAt: turns.count, breaches: chainBreaks },
    {
      name: 'each event was told',
      lookedAt: stored.count,
      breaches: [...stored.neverArrived, ...untold(ledger, transcripts, stored.givenUp)],
    },
    { name: 'no event was told before its commit', lookedAt: ledger.events.size, breaches: stored.unknown },
    { name: 'events came first in their order', lookedAt: ledger.events.size, breaches: ledger.outOfOrder },
    {
      name: 'an event has the same bytes each time',
      lookedAt: ledger.attempts,
      breaches: [...ledger.bodiesChanged, ...stored.otherBytes],
    },
    { name: FAILURE_QUEUE_CHECK, lookedAt: stored.failures, breaches: stored.wrongFailures },
    { name: 'no process ended by itself', lookedAt: deaths(trouble), breaches: trouble.bugs },
    { name: 'clean stops are clean', lookedAt: seen.services, breaches: seen.stops },
    {
      name: RECOVERY_CHECK,
      lookedAt: times.length,
      breaches: (p99Ms ?? 0) > RECOVERY_MS ? [`p99 is ${(p99Ms! / 1000).toFixed(1)} s`] : [],
    },
  ];
  return {
    checks,
    recovery: { count: times.length, superseded, p50Ms: quantile(times, 0.5), p99Ms, longest },
    turns: turns.count,
    events: stored.count,
    failureQueue: stored.failures,
  };
}

const deaths = ({ counts }: Trouble) =>
  Object.entries(counts).reduce((sum, [what, count]) => sum + (what.startsWith('kill') ? count : 0), 0);

const nameOf = ({ n, kind, conversation }: Action) =>
  `${kind} ${n} of ${conversation.agentId} ${conversation.phoneNumber}`;

/** An answered request has exactly one turn, an unanswered one at most one. */
function turnBreaches({ actions }: Ledger, turns: Turns): string[] {
  const breaches = turns.unknown.map((turn) => `${turn} is about nothing that was asked for`);
  for (const action of actions) {
    const count = turns.byAction.get(action.n) ?? 0;
    if (count > 1) breaches.push(`${nameOf(action)} has ${count} turns`);
    if (count === 0 && action.messageId !== null) breaches.push(`${nameOf(action)} was accepted and has no turn`);
  }
  return breaches;
}

/** By number: a second id for the same request would be a second message at the phone with the same number. */
function messageBreaches({ actions, told }: Ledger, { byPhone }: Transcripts, givenUp: ReadonlySet<string>): string[] {
  const breaches: string[] = [];
  const found = new Map<number, Shown>();
  for (const [phoneNumber, list] of byPhone) {
    for (const message of list) {
      const action = message.n === null ? undefined : actions[message.n];
      const where = `"${message.text}" (${message.messageId}) at ${phoneNumber}`;
      if (!action) breaches.push(`${where} was never asked for`);
      else if (found.has(action.n))
        breaches.push(`${where} is there twice, the other as ${found.get(action.n)!.messageId}`);
      else {
        found.set(action.n, message);
        const { conversation, kind, messageId } = action;
        if (conversation.phoneNumber !== phoneNumber || conversation.agentId !== message.agentId) {
          breaches.push(`${where} belongs elsewhere`);
        }
        if (kind === 'send' && messageId !== null && messageId !== message.messageId) {
          breaches.push(`${where} was answered as ${messageId}`);
        }
        if (message.state !== 'DELIVERED') breaches.push(`${where} is ${message.state}`);
      }
    }
  }
  for (const action of actions) {
    if (action.messageId === null) continue;
    const failed = `FAILED ${action.messageId}`;
    const hasFailed = action.kind === 'send' && (told.has(failed) || givenUp.has(failed));
    if (action.conversation.reachable && hasFailed) breaches.push(`${nameOf(action)} has failed`);
    if (!found.has(action.n) && !hasFailed) breaches.push(`${nameOf(action)} is at no phone and has not failed`);
    if (found.has(action.n) && hasFailed) breaches.push(`${nameOf(action)} was delivered and has failed`);
  }
  return breaches;
}

/** Each request of a conversation was sent after the last was answered; users' messages are reported in order. */
function orderBreaches({ actions }: Ledger, { byPhone }: Transcripts): string[] {
  const breaches: string[] = [];
  for (const [phoneNumber, list] of byPhone) {
    const last = new Map<string, number>();
    for (const { n, agentId, text } of list) {
      const action = n === null ? undefined : actions[n];
      if (!action || action.messageId === null) continue;
      const thread = `${agentId} ${action.kind}`;
      if (action.n < (last.get(thread) ?? -1))
        breaches.push(`"${text}" at ${phoneNumber} came after #${last.get(thread)}`);
      last.set(thread, action.n);
    }
  }
  return breaches;
}

/** The events that must exist, from what the phones show and the clients know. */
function untold({ actions, told }: Ledger, { byPhone }: Transcripts, givenUp: ReadonlySet<string>): string[] {
  const breaches: string[] = [];
  const expect = (type: string, messageId: string) => {
    const name = `${type} ${messageId}`;
    if (!told.has(name) && !givenUp.has(name)) breaches.push(`no ${type} event of ${messageId}`);
  };
  for (const list of byPhone.values()) {
    for (const { messageId } of list) {
      expect('SENT', messageId);
      expect('DELIVERED', messageId);
    }
  }
  for (const { kind, messageId } of actions)
    if (kind === 'user' && messageId !== null) expect('UserMessage', messageId);
  return breaches;
}
