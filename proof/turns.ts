/** One walk through the turns of the database: their order, their times, and what each of them was about. */
import type { Sql } from '../src/store/database.ts';
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
  /** How many turns there were about the request or user message with this number. */
  byAction: Map<number, number>;
  /** Turns about nothing that was asked for. */
  unknown: string[];
  overlapping: string[];
  outOfOrder: string[];
  /** By lane, when its turns were committed, ascending. */
  commits: Map<number, number[]>;
};

const PAGE = 2_000;
/** A start is noted in whole milliseconds, a commit in microseconds, by the one clock of this machine. */
const ROUNDING_MS = 1;

export async function readTurns(sql: Sql): Promise<Turns> {
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
  let before: Row | null = null;
  for await (const rows of pages) {
    for (const row of rows) {
      note(turns, row);
      if (before?.conversation === row.conversation) compare(turns, before, row);
      before = row;
    }
  }
  for (const times of turns.commits.values()) times.sort((a, b) => a - b);
  return turns;
}

function note(turns: Turns, row: Row): void {
  turns.count += 1;
  const times = turns.commits.get(row.lane) ?? [];
  turns.commits.set(row.lane, times);
  times.push(row.committedMs);
  const n = actionOf(row.item);
  if (n === null) turns.unknown.push(`turn ${row.number} of ${row.conversation}`);
  else turns.byAction.set(n, (turns.byAction.get(n) ?? 0) + 1);
}

function compare(turns: Turns, before: Row, row: Row): void {
  const where = `turn ${row.number} of ${row.conversation}`;
  if (row.startedMs + ROUNDING_MS < before.committedMs) {
    turns.overlapping.push(
      `${where} began ${Math.round(before.committedMs - row.startedMs)} ms before the one before it was committed`,
    );
  }
  if (row.seq <= before.seq || row.receivedMs < before.receivedMs) turns.outOfOrder.push(`${where} ran out of order`);
}

function actionOf(item: Item): number | null {
  if (item.kind === 'send') return item.params.n ?? null;
  if (item.kind !== 'user-message') return null;
  const { text, suggestionResponse } = item.content;
  if (suggestionResponse)
    return (JSON.parse(suggestionResponse.postbackData) as { params: { tap: number } }).params.tap;
  return numberIn(text ?? '');
}
