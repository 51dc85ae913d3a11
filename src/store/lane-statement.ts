/**
 * A statement about many lanes that one PostgreSQL runs on its tables, and a node of a cluster on the tables of one shard,
 * which have names of their own. It ends in a `select` of one row with one JSON array.
 */
import { isShardGone, learnShards, partOf } from './shards.ts';
import type { LaneSql, Sql } from './sql.ts';

/** JSON is passed as text: `${written.rows}::json`. */
type Value = string | number | readonly number[];

/** Its text, cut where a value goes. A table that has lanes is written in braces, `{inbox}`. */
export type LaneStatement = { strings: string[]; values: Value[] };

const TEXT_TYPE = 25;

/** Between values: JSON has no such character, nor do names. */
const SEPARATOR = '\x1f';

/** A table that is not always the same. */
export const laneTable = (name: string): LaneStatement => ({ strings: [`{${name}}`], values: [] });

export function laneStatement(
  strings: TemplateStringsArray,
  ...parts: readonly (Value | LaneStatement)[]
): LaneStatement {
  const made: LaneStatement = { strings: [strings[0]!], values: [] };
  for (const [place, part] of parts.entries()) {
    if (typeof part === 'object' && 'strings' in part) {
      made.strings.push(made.strings.pop()! + part.strings[0]!, ...part.strings.slice(1));
      made.values.push(...part.values);
    } else {
      made.strings.push('');
      made.values.push(part);
    }
    made.strings.push(made.strings.pop()! + strings[place + 1]!);
  }
  return made;
}

/** The answers for `items`: one PostgreSQL writes them together, a cluster those of each shard. */
export async function writeLanes<Item, Answer>(
  sql: LaneSql,
  items: readonly Item[],
  laneOf: (item: Item) => number,
  statementOf: (items: readonly Item[]) => LaneStatement,
): Promise<Answer[]> {
  const part = partOf(sql);
  if (!part) return onTables(sql, statementOf(items));
  const answers: Answer[] = [];
  for (const ofShard of Map.groupBy(items, (item) => part(laneOf(item))).values()) {
    const lanes = [...new Set(ofShard.map(laneOf))];
    answers.push(...(await onShard<Answer>(sql, lanes, statementOf(ofShard))));
  }
  return answers;
}

async function onTables<Answer>(sql: Sql, statement: LaneStatement): Promise<Answer[]> {
  const values = statement.values.map((value) =>
    typeof value === 'string' ? sql.typed(value as never, TEXT_TYPE) : value,
  );
  const [row] = await sql.unsafe<{ answer: Answer[] }[]>(tableNames(textOf(statement)), values as never[], {
    prepare: true,
  });
  return row!.answer;
}

/** All lanes are of one shard. */
async function onShard<Answer>(sql: LaneSql, lanes: number[], statement: LaneStatement): Promise<Answer[]> {
  const values = statement.values.map((value) => (typeof value === 'object' ? `{${value.join(',')}}` : String(value)));
  try {
    const [row] = await sql<{ answer: Answer[] }[]>`
      select write_lanes(${lanes[0]!}, ${lanes}::int[], ${textOf(statement)}, ${values.join(SEPARATOR)}) as answer`;
    return row!.answer;
  } catch (cause) {
    if (isShardGone(cause)) await learnShards(sql);
    // Its context is the statement with all values, which are not for the log.
    if (cause instanceof Error && 'where' in cause) delete cause.where;
    throw cause;
  }
}

function textOf({ strings }: LaneStatement): string {
  return strings.reduce((text, string, place) => `${text}$${place}${string}`);
}

const named = new Map<string, string>();

/** There are few texts, and each is long. */
function tableNames(text: string): string {
  const known = named.get(text);
  if (known !== undefined) return known;
  const made = text.replaceAll(/\{(\w+)\}/g, '$1');
  named.set(text, made);
  return made;
}
