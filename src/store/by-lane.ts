/**
 * The hottest writes in a cluster: one call for each lane, of a function that runs whole on the lane's node
 * (`migrations/0038_lane_functions_by_row.sql`). On one PostgreSQL the same is one statement for all lanes.
 */
import type { Fence } from '../model/fence.ts';
import { heldFence } from './fence.ts';
import { jsonRows, writtenJson, writtenRows } from './rows.ts';
import type { Sql } from './sql.ts';

/** An item and its place among those of its lane; `row` is it as JSON. */
type Item = { place: number; dedupe: string | null; row: string };

/** Appends to a lane: the first of the numbers that the items took, and the places of those that are no repeats. */
export async function appendToLane(
  sql: Sql,
  lane: number,
  items: readonly Item[],
): Promise<{ base: number; places: number[]; receivedAt: Date }> {
  const seen = new Set<string>();
  // Of a repeat in the group the first one counts.
  const distinct = items.filter(({ dedupe }) => dedupe === null || (!seen.has(dedupe) && seen.add(dedupe)));
  const rows = writtenRows(
    sql,
    distinct.map(({ row }) => row),
  );
  const [answer] = await sql<{ base: number; fresh: string[]; receivedAt: Date }[]>`
    select base, fresh, received_at as "receivedAt" from append_items(${lane}, ${items.length}, ${rows})`;
  const { base, fresh, receivedAt } = answer!;
  const isFresh = new Set(fresh);
  const inserted = distinct.filter(({ dedupe }) => dedupe === null || isFresh.has(dedupe));
  return { base, places: inserted.map(({ place }) => place), receivedAt };
}

export type LaneTurns = { done: number[]; dispatched: number[]; rows: Record<string, readonly string[]> };

/** Whether the fence is held; else nothing is written. `rows` are JSON, by the name of their part; the order counts. */
export async function commitTurnsOfLane(
  sql: Sql,
  fence: Fence,
  { done, dispatched, rows }: LaneTurns,
): Promise<boolean> {
  const { lane, owner, epoch } = heldFence(fence);
  const parts = Object.entries(rows).filter(([, part]) => part.length > 0);
  const json = `{${parts.map(([name, part]) => `"${name}":[${part.join(',')}]`).join(',')}}`;
  const [row] = await sql<{ held: boolean }[]>`
    select commit_turns(${lane}, ${owner}, ${epoch}, ${done}::bigint[], ${dispatched}::bigint[],
                        ${writtenJson(sql, json)}) as held`;
  return row!.held;
}

/** Whether the fence is held; else nothing is written. */
export async function commitForwardingOfLane(sql: Sql, fence: Fence, rows: readonly object[]): Promise<boolean> {
  const { lane, owner, epoch } = heldFence(fence);
  const [row] = await sql<{ held: boolean }[]>`
    select commit_forwarding(${lane}, ${owner}, ${epoch}, ${jsonRows(sql, rows)}) as held`;
  return row!.held;
}

/** The lanes of `group` for which `work`, given what belongs to each, is true; one after the other, as they lock. */
export async function heldLanes<Item extends { fence: Fence }>(
  group: readonly Item[],
  work: (fence: Fence, items: Item[]) => Promise<boolean>,
): Promise<number[]> {
  const held: number[] = [];
  for (const [lane, items] of Map.groupBy(group, ({ fence }) => fence.lane)) {
    if (await work(items[0]!.fence, items)) held.push(lane);
  }
  return held;
}

export function lanesUpTo(count: number): number[] {
  return Array.from({ length: count }, (_, lane) => lane);
}
