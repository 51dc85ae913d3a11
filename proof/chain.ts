/** Follows the hash chain through every conversation's turns: a lost, doubled or reordered turn breaks it. */
import type { Sql } from '../src/store/sql.ts';
import { nextLink } from '../src/turns/chain.ts';

type Row = { conversation: string; number: number; seq: number; chainBefore: string; chain: string };
type Head = { conversation: string; chain: string; turns: number };

/** Rows in memory at a time: a long run has a million turns. */
const PAGE = 5_000;

/** The faults of the chains, one sentence each; empty when every turn follows from the one before. */
export async function findChainBreaks(sql: Sql): Promise<string[]> {
  const breaks: string[] = [];
  const last = new Map<string, Row>();
  const pages = sql<Row[]>`
    select agent_id || ' ' || phone_number as conversation, number, seq, chain_before as "chainBefore", chain
    from turn order by agent_id, phone_number, number, committed_at`.cursor(PAGE);
  for await (const turns of pages) {
    for (const turn of turns) {
      const before = last.get(turn.conversation);
      const where = `turn ${turn.number} of ${turn.conversation}`;
      if (turn.number !== (before?.number ?? 0) + 1) breaks.push(`${where} follows turn ${before?.number ?? 0}`);
      if (turn.chainBefore !== (before?.chain ?? '')) breaks.push(`${where} does not know the turn before it`);
      if (turn.chain !== nextLink(turn.chainBefore, turn)) breaks.push(`${where} has a hash that is not its own`);
      if (before && turn.seq <= before.seq) breaks.push(`${where} ran out of order`);
      last.set(turn.conversation, turn);
    }
  }
  const heads = await sql<Head[]>`
    select agent_id || ' ' || phone_number as conversation, chain, turns from conversation`;
  const headOf = new Map(heads.map((head) => [head.conversation, head]));
  for (const [conversation, turn] of last) {
    const head = headOf.get(conversation);
    if (head?.chain !== turn.chain || head.turns !== turn.number)
      breaks.push(`${conversation} does not end in its last turn`);
  }
  return breaks;
}
