/** One pass through the turns of the database: their order, their times, and the action of each. */
import type { Sql } from '../src/store/sql.ts';
import type { Commit } from './recovery.ts';
import { numberIn } from './transcripts.ts';

type Item =
  | { kind: 'send'; params: { n?: number } }
  | { kind: 'user-message'; content: { text?: string; suggestionResponse?: { postbackData: string } } }
  | { kind: 'user-event' | 'server-event' | 'redeliver' };

type Row = {
  lane: number;
  conversation: string;
  number: number;
  seq: number;
  item: Item;
  receivedMs: number;
  startedMs: number;
  committedMs: number;
};

export type Turns = {
  count: number;
  /** The number of turns for the request or user message with this number. */
  byAction: Map<number, number>;
  /** Turns without an action. */
  unknown: string[];
  overlapping: string[];
  outOfOrder: string[];
  /** By lane, of its turns, in the order of the commits. */
  commits: Map<number, Commit[]>;
};

const PAGE = 2_000;
/** A start is recorded in whole milliseconds, a commit in microseconds, by the one clock of this machine. */
const ROUNDING_MS = 1;

/** @param isAnswered whether the action with this number was answered: only then is its order known */
export async function readTurns(sql: Sql, isAnswered: (n: number) => boolean): Promise<Turns> {
  const turns: Turns = {
    count: 0,
    byAction: new Map(),
    unknown: [],
    overlapping: [],
    outOfOrder: [],
    commits: new Map(),
  };
  const pages = sql<Row[]>`
    select lane, agent_id || ' ' || phone_number as conversation, number, seq, item,
           extract(epoch from received_at)::float8 * 1000 as "receivedMs",
           extract(epoch from started_at)::float8 * 1000 as "startedMs",
           extract(epoch from committed_at)::float8 * 1000 as "committedMs"
    from turn order by agent_id, phone_number, number, committed_at`.cursor(PAGE);
  /** By conversation and kind, the number of the last turn's action. */
  const last = new Map<string, number>();
  let before: Row | null = null;
  for await (const rows of pages) {
    for (const row of rows) {
      note(turns, row, last, isAnswered);
      if (before?.conversation === row.conversation) compare(turns, before, row);
      before = row;
    }
  }
  for (const commits of turns.commits.values()) commits.sort((a, b) => a.committedMs - b.committedMs);
  return turns;
}

function note(turns: Turns, row: Row, last: Map<string, number>, isAnswered: (n: number) => boolean): void {
  turns.count += 1;
  const commits = turns.commits.get(row.lane) ?? [];
  turns.commits.set(row.lane, commits);
  commits.push({ receivedMs: row.receivedMs, committedMs: row.committedMs });
  const n = actionOf(row.item);
  if (n === null) {
    turns.unknown.push(`turn ${row.number} of ${row.conversation}`);
    return;
  }
  turns.byAction.set(n, (turns.byAction.get(n) ?? 0) + 1);
  // The arrival time of an unanswered request is unknown.
  if (!isAnswered(n)) return;
  const thread = `${row.conversation} ${row.item.kind}`;
  const before = last.get(thread) ?? -1;
  if (n < before) turns.outOfOrder.push(`turn ${row.number} of ${row.conversation} is about #${n}, after #${before}`);
  last.set(thread, n);
}

function compare(turns: Turns, before: Row, row: Row): void {
  const where = `turn ${row.number} of ${row.conversation}`;
  if (row.startedMs + ROUNDING_MS < before.committedMs) {
    turns.overlapping.push(
      `${where} began ${Math.round(before.committedMs - row.startedMs)} ms before the one before it was committed`,
    );
  }
  if (row.seq <= before.seq) turns.outOfOrder.push(`${where} ran out of order`);
}

function actionOf(item: Item): number | null {
  if (item.kind === 'send') return item.params.n ?? null;
  if (item.kind !== 'user-message') return null;
  const { text, suggestionResponse } = item.content;
  if (suggestionResponse)
    return (JSON.parse(suggestionResponse.postbackData) as { params: { tap: number } }).params.tap;
  return numberIn(text ?? '');
}
