/** A turn's writes, as one fenced statement for many turns of a lane, and the reads of the next turn. */
import type { ConsentChange, ConsentState } from '../model/consent.ts';
import type { ContentMessage } from '../model/content-message.ts';
import type { StoredEvent } from '../model/event.ts';
import type { Fence } from '../model/fence.ts';
import type { InboxBody } from '../model/inbox-item.ts';
import type { OutboxMessage } from '../model/outbox-message.ts';
import type { Session } from '../model/session.ts';
import type { TraceStep } from '../model/trace.ts';
import { fenceRow } from './fence.ts';
import { writtenRows } from './rows.ts';
import type { Sql } from './sql.ts';

export type ConversationKey = { agentId: string; phoneNumber: string };

export type Conversation = ConversationKey & {
  session: Session;
  /** The result of the last change; null when the user's consent was never recorded. */
  consent: ConsentState | null;
  turns: number;
  /** The hash of its last turn; empty before the first. */
  chain: string;
};

type TurnRow = ConversationKey & {
  number: number;
  seq: number;
  item: InboxBody;
  trace: TraceStep[];
  messageId: string | null;
  stopped: string | null;
  chainBefore: string;
  chain: string;
  receivedAt: string;
  startedAt: string;
};

type MessageRow = ConversationKey & {
  messageId: string;
  /** Null for an acknowledgement, which belongs to no state. */
  stateId: string | null;
  seq: number;
  content: ContentMessage;
  ttlSeconds: number | null;
};

export type ConsentRow = ConversationKey & ConsentChange & { seq: number };

/** `attempts` counts crashes and failures of its dispatch. */
export type OutboxRow = ConversationKey & { lane: number; seq: number; attempts: number; body: OutboxMessage };

/**
 * A message on its way to the platform. `bytes`: of its row as JSON. Its body is null while it is only in the database:
 * a long one is in memory only while it is made, and while the platform is called.
 */
export type OutgoingMessage = Omit<OutboxRow, 'body'> & { bytes: number; body: OutboxMessage | null };

/** Longer bodies are not kept in memory while they wait. Most messages are shorter, and it is little for an item. */
export const KEPT_BODY_BYTES = 4 * 1024;

/** What one step of a conversation writes; absent parts write nothing. */
export type TurnWrites = {
  /** The inbox item that is done. */
  doneSeq?: number;
  conversation?: Conversation;
  turn?: TurnRow;
  /** A change of consent; `conversation` holds the result. */
  consent?: ConsentRow;
  message?: MessageRow;
  outbox?: OutboxRow;
  /** The outbox row whose message the platform accepted or refused. */
  dispatchedSeq?: number;
  events?: (StoredEvent & { forwarded: boolean })[];
  /** An event that is forwarded again; it leaves the failure queue if it was there. */
  redelivered?: StoredEvent & { day: string };
};

/**
 * Commits the writes of many turns of one lane. False when the fence is lost: then nothing is written. One statement,
 * so one round trip; rows are sorted by key, because two statements that lock them in different orders deadlock.
 */
export async function commitTurns(sql: Sql, fence: Fence, group: readonly WrittenTurn[]): Promise<boolean> {
  const { lane } = fence;
  const seqs = (part: 'done' | 'dispatched') => group.flatMap((written) => written[part]).sort((a, b) => a - b);
  const json = (part: 'consent' | 'turn' | 'message' | 'outbox' | 'events' | 'redelivered') =>
    writtenRows(
      sql,
      group.flatMap((written) => written[part]),
    );
  // One conversation runs one turn at a time, but two of its steps may be in one group: the last one counts.
  const conversations = [...new Map(group.flatMap(({ conversation: one }) => (one ? [[one.key, one.row]] : [])))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
  const [held] = await sql<{ held: boolean }[]>`
    with fence as materialized (
      ${fenceRow(sql, fence)}
    ), done as (
      delete from inbox
      where lane = ${lane} and seq = any(${seqs('done')}::bigint[]) and exists (select from fence)
    ), conversation_written as (
      insert into conversation (lane, agent_id, phone_number, session, consent, turns, chain)
      select ${lane}::int, row.* from json_to_recordset(${writtenRows(sql, conversations)})
        as row (agent_id text, phone_number text, session json, consent json, turns bigint, chain text)
      where exists (select from fence)
      on conflict (lane, agent_id, phone_number) do update
      set session = excluded.session, consent = excluded.consent, turns = excluded.turns,
          chain = excluded.chain, updated_at = now()
    ), consent_written as (
      insert into consent (lane, agent_id, phone_number, seq, action, source, at, evidence)
      select ${lane}::int, row.* from json_to_recordset(${json('consent')})
        as row (agent_id text, phone_number text, seq bigint, action text, source text, at timestamptz, evidence json)
      where exists (select from fence)
    ), turn_written as (
      insert into turn (lane, epoch, agent_id, phone_number, number, seq, item, trace, message_id, stopped,
                        chain_before, chain, received_at, started_at)
      select ${lane}::int, ${fence.epoch}::bigint, row.* from json_to_recordset(${json('turn')})
        as row (agent_id text, phone_number text, number bigint, seq bigint, item json, trace json, message_id uuid,
                stopped text, chain_before text, chain text, received_at timestamptz, started_at timestamptz)
      where exists (select from fence)
    ), message_written as (
      insert into message (lane, message_id, agent_id, phone_number, state_id, seq, content, ttl_seconds)
      select ${lane}::int, row.* from json_to_recordset(${json('message')})
        as row (message_id uuid, agent_id text, phone_number text, state_id text, seq bigint, content json, ttl_seconds int)
      where exists (select from fence)
    ), outbox_written as (
      insert into outbox (lane, seq, agent_id, phone_number, body)
      select ${lane}::int, row.* from json_to_recordset(${json('outbox')})
        as row (seq bigint, agent_id text, phone_number text, body json)
      where exists (select from fence)
    ), dispatched as (
      delete from outbox
      where lane = ${lane} and seq = any(${seqs('dispatched')}::bigint[]) and exists (select from fence)
    ), new_event as (
      select row.* from json_to_recordset(${json('events')})
        as row (seq bigint, ordinal smallint, event_id uuid, agent_id text, phone_number text, class text, type text,
                message_id text, response text, body text, forwarded boolean)
      where exists (select from fence)
    ), event_written as (
      insert into event (lane, seq, ordinal, event_id, agent_id, phone_number, class, type, message_id, response, body)
      select ${lane}::int, seq, ordinal, event_id, agent_id, phone_number, class, type, message_id, response, body
      from new_event
    ), redelivered as (
      select row.* from json_to_recordset(${json('redelivered')})
        as row (seq bigint, ordinal smallint, day date, agent_id text, phone_number text)
      where exists (select from fence)
    ), recovered as (
      delete from failure where lane = ${lane} and (seq, ordinal) in (select seq, ordinal from redelivered)
    ), forward_written as (
      insert into forward (lane, agent_id, seq, ordinal, phone_number)
      select ${lane}::int, agent_id, seq, ordinal, phone_number from new_event where forwarded
    ), forwarded_again as (
      insert into forward (lane, agent_id, seq, ordinal, phone_number, day)
      select ${lane}::int, agent_id, seq, ordinal, phone_number, day from redelivered
      on conflict do nothing
    )
    select exists (select from fence) as held`;
  return held?.held ?? false;
}

/** The rows of one step, serialized as soon as it is ready: so its size is known, and the statement is assembled. */
export type WrittenTurn = {
  done: number[];
  dispatched: number[];
  conversation: { key: string; row: string } | null;
  consent: string[];
  turn: string[];
  message: string[];
  outbox: string[];
  events: string[];
  redelivered: string[];
  /** Of all of them. */
  bytes: number;
};

export const conversationKey = ({ agentId, phoneNumber }: ConversationKey) => `${agentId} ${phoneNumber}`;

export function writeTurn(writes: TurnWrites): WrittenTurn {
  const { doneSeq, dispatchedSeq, conversation, consent, turn, message, outbox, events = [], redelivered } = writes;
  let bytes = 0;
  const write = <Row extends object>(row: Row | undefined, columns: (row: Row) => object): string[] => {
    if (!row) return [];
    const json = JSON.stringify(columns(row));
    bytes += Buffer.byteLength(json);
    return [json];
  };
  const of = ({ agentId, phoneNumber }: ConversationKey) => ({ agent_id: agentId, phone_number: phoneNumber });
  const [written] = write(conversation, (row) => ({
    ...of(row),
    session: row.session,
    consent: row.consent,
    turns: row.turns,
    chain: row.chain,
  }));
  return {
    done: doneSeq === undefined ? [] : [doneSeq],
    dispatched: dispatchedSeq === undefined ? [] : [dispatchedSeq],
    conversation: conversation && written ? { key: conversationKey(conversation), row: written } : null,
    consent: write(consent, (row) => ({
      ...of(row),
      seq: row.seq,
      action: row.action,
      source: row.source,
      at: row.at,
      evidence: row.evidence,
    })),
    turn: write(turn, (row) => ({
      ...of(row),
      number: row.number,
      seq: row.seq,
      item: row.item,
      trace: row.trace,
      message_id: row.messageId,
      stopped: row.stopped,
      chain_before: row.chainBefore,
      chain: row.chain,
      received_at: row.receivedAt,
      started_at: row.startedAt,
    })),
    message: write(message, (row) => ({
      ...of(row),
      message_id: row.messageId,
      state_id: row.stateId,
      seq: row.seq,
      content: row.content,
      ttl_seconds: row.ttlSeconds,
    })),
    outbox: write(outbox, (row) => ({ ...of(row), seq: row.seq, body: row.body })),
    events: events.flatMap((event) =>
      write(event, (row) => ({
        ...of(row),
        seq: row.seq,
        ordinal: row.ordinal,
        event_id: row.eventId,
        class: row.class,
        type: row.type,
        message_id: row.messageId,
        response: row.response,
        body: row.body,
        forwarded: row.forwarded,
      })),
    ),
    redelivered: write(redelivered, (row) => ({ ...of(row), seq: row.seq, ordinal: row.ordinal, day: row.day })),
    bytes,
  };
}

/** A conversation as `writeTurn` wrote it. */
export function readConversation(row: string): Conversation {
  const { agent_id: agentId, phone_number: phoneNumber, ...others } = JSON.parse(row);
  return { agentId, phoneNumber, ...others };
}

/** `length`: of its session as JSON. */
export type FoundConversation = Conversation & { length: number };

/**
 * The existing conversations among `keys`, in no particular order. Once their sessions exceed `maxLength` together, the
 * remaining ones have none: they have to be read again.
 */
export async function findConversations(
  sql: Sql,
  lane: number,
  keys: ConversationKey[],
  maxLength: number,
): Promise<(Omit<FoundConversation, 'session'> & { session: Session | null })[]> {
  return sql`
    select agent_id as "agentId", phone_number as "phoneNumber", consent, turns, chain, length,
           case when length_in_all - length < ${maxLength} then session end as session
    from (
      select *, sum(length) over (rows unbounded preceding) as length_in_all
      from unnest(${keys.map(({ agentId }) => agentId)}::text[], ${keys.map(({ phoneNumber }) => phoneNumber)}::text[])
        as key (agent_id, phone_number)
      join conversation using (agent_id, phone_number), octet_length(session::text) as length
      where lane = ${lane}
    ) as found`;
}

/** Messages of a lane not yet dispatched, in order, from a number on; without the bodies of long ones. */
export async function listOutbox(
  sql: Sql,
  lane: number,
  from: { seq: number; limit: number },
): Promise<OutgoingMessage[]> {
  return sql<OutgoingMessage[]>`
    select lane, seq, agent_id as "agentId", phone_number as "phoneNumber", attempts, bytes,
           case when bytes <= ${KEPT_BODY_BYTES} then body end as body
    from outbox, octet_length(body::text) as bytes
    where lane = ${lane} and seq >= ${from.seq} order by seq limit ${from.limit}`;
}

/** The body of a message not yet dispatched; null when it has gone. */
export async function findOutboxBody(sql: Sql, lane: number, seq: number): Promise<OutboxMessage | null> {
  const [row] = await sql<{ body: OutboxMessage }[]>`select body from outbox where lane = ${lane} and seq = ${seq}`;
  return row?.body ?? null;
}
