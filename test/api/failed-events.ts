/** Synthetic events in the failure queue, as many and of as many reasons as a test needs. */
import type { Context } from '../../src/context.ts';
import { eventId } from '../../src/model/event-id.ts';
import { jsonRows } from '../../src/store/rows.ts';

type Kind = { group: string; status: number | null; count: number };

let seqs = 0;

/** One failed each second up to now, the first kind first; every second one is a message of the user's. */
export async function fillFailures(
  { sql, installation }: Pick<Context, 'sql' | 'installation'>,
  agentId: string,
  kinds: readonly Kind[],
): Promise<void> {
  const failed = kinds.flatMap(({ group, status, count }) => Array.from({ length: count }, () => ({ group, status })));
  const rows = failed.map((kind, index) => {
    const seq = ++seqs;
    const senderPhoneNumber = `+1555010${1000 + (seq % 7)}`;
    return {
      ...kind,
      seq,
      event_id: eventId(installation, { lane: 1, seq, ordinal: 0 }),
      number: senderPhoneNumber,
      kind: seq % 2 === 0 ? 'UserMessage' : 'UserEvent',
      type: seq % 2 === 0 ? 'text' : 'DELIVERED',
      body: JSON.stringify(bodyOf(seq, agentId, senderPhoneNumber)),
      age: failed.length - index,
    };
  });
  await sql`
    with row as (
      select * from json_to_recordset(${jsonRows(sql, rows)}) as row (
        seq bigint, event_id uuid, number text, kind text, type text, body text, "group" text, status int, age int)
    ), event_written as (
      insert into event (lane, seq, ordinal, event_id, agent_id, phone_number, class, type, body)
      select 1, seq, 0, event_id, ${agentId}, number, kind, type, body from row
    )
    insert into failure (lane, seq, ordinal, day, agent_id, phone_number, reason, reason_group, status, attempts, class,
                         type, failed_at)
    select 1, seq, 0, (now() at time zone 'utc')::date, ${agentId}, number, 'It failed.', "group", status, 1, kind, type,
           date_trunc('second', now()) - age * interval '1 second'
    from row`;
}

function bodyOf(seq: number, agentId: string, senderPhoneNumber: string): object {
  const about = { agentId, senderPhoneNumber, messageId: `message-${seq}`, sendTime: '2026-01-01T00:00:00Z' };
  const richMessageClassification = { classificationType: 'RICH_MESSAGE', segmentCount: 1 };
  return seq % 2 === 0
    ? { ...about, text: 'Hello', richMessageClassification }
    : { ...about, eventType: 'DELIVERED', eventId: `event-${seq}` };
}
