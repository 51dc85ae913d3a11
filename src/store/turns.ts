/** What a turn writes, as one fenced statement for many turns of many lanes, and what the next turn reads. */
import type { ConsentChange, ConsentState } from '../model/consent.ts';
import type { ContentMessage } from '../model/content-message.ts';
import type { NewEvent, StoredEvent } from '../model/event.ts';
import type { Fence } from '../model/fence.ts';
import type { InboxBody } from '../model/inbox-item.ts';
import type { Session } from '../model/session.ts';
import { type TraceStep, withoutContent } from '../model/trace.ts';
import { fenceRows, fencesOf } from './fence.ts';
import { type LaneStatement, laneStatement, laneTable, writeLanes } from './lane-statement.ts';
import type { OutboxRow } from './outbox.ts';
import { storedBody, storedItem, storedSession, wholeSession } from './short-rows.ts';
import type { LaneSql } from './sql.ts';

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
  /** What it ran on; absent for the draft. */
  version?: number | undefined;
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

/** What one step of a conversation writes; absent parts write nothing. */
export type TurnWrites = {
  doneSeq?: number;
  conversation?: Conversation;
  turn?: TurnRow;
  /** A change of consent; `conversation` holds the result. */
  consent?: ConsentRow;
  message?: MessageRow;
  outbox?: OutboxRow;
  /** The outbox row whose message the platform accepted or refused. */
  dispatchedSeq?: number;
  events?: NewEvent[];
  /** An event that is forwarded again to an endpoint; it leaves the endpoint's failure queue if it was there. */
  redelivered?: StoredEvent & { day: string; endpointId: string };
};

/**
 * Commits the writes of turns of many lanes. Resolves with the lanes whose fence is held; of the others nothing is written.
 * One statement, so one round trip; rows are sorted by key, because two that lock them in other orders deadlock.
 */
export function commitTurns(sql: LaneSql, group: readonly WrittenTurn[]): Promise<number[]> {
  return writeLanes(sql, group, ({ fence }) => fence.lane, turnsStatement);
}

function turnsStatement(group: readonly WrittenTurn[]): LaneStatement {
  const rows = rowsOf(group);
  const json = (part: keyof typeof rows) => `[${rows[part].join(',')}]`;
  return laneStatement`
    with fence as materialized (
      ${fenceRows(fencesOf(group))}
    ), done as (
      ${deletedRows('inbox', group, 'done')}
    ), conversation_row as materialized (
      select row.*, (select ctid from {conversation} as conversation
                     where (lane, agent_id, phone_number) = (row.lane, row.agent_id, row.phone_number)) as place
      from json_to_recordset(${json('conversation')}::json)
        as row (lane int, agent_id text, phone_number text, session json, consent json, turns bigint, chain text,
                version int)
      where lane in (select lane from fence)
    ), conversation_changed as (
      update {conversation} as conversation
      set session = row.session, consent = row.consent, turns = row.turns, chain = row.chain, version = row.version,
          updated_at = now()
      from conversation_row as row where conversation.ctid = row.place
      returning conversation.lane, conversation.agent_id, conversation.phone_number
    ), conversation_begun as (
      insert into {conversation} (lane, agent_id, phone_number, session, consent, turns, chain, version)
      select lane, agent_id, phone_number, session, consent, turns, chain, version from conversation_row
      where (lane, agent_id, phone_number) not in (select * from conversation_changed)
      on conflict (lane, agent_id, phone_number) do update
      set session = excluded.session, consent = excluded.consent, turns = excluded.turns,
          chain = excluded.chain, version = excluded.version, updated_at = now()
    ), consent_written as (
      insert into {consent} (lane, agent_id, phone_number, seq, action, source, at, evidence)
      select row.* from json_to_recordset(${json('consent')}::json)
        as row (lane int, agent_id text, phone_number text, seq bigint, action text, source text, at timestamptz,
                evidence json)
      where lane in (select lane from fence)
    ), turn_written as (
      insert into {turn} (lane, epoch, agent_id, phone_number, number, seq, item, trace, message_id, stopped,
                          chain_before, chain, received_at, started_at, version)
      select row.* from json_to_recordset(${json('turn')}::json)
        as row (lane int, epoch bigint, agent_id text, phone_number text, number bigint, seq bigint, item json, trace json,
                message_id uuid, stopped text, chain_before text, chain text, received_at timestamptz,
                started_at timestamptz, version int)
      where lane in (select lane from fence)
    ), message_written as (
      insert into {message} (lane, message_id, agent_id, phone_number, state_id, seq, content, ttl_seconds)
      select row.* from json_to_recordset(${json('message')}::json)
        as row (lane int, message_id uuid, agent_id text, phone_number text, state_id text, seq bigint, content json,
                ttl_seconds int)
      where lane in (select lane from fence)
    ), outbox_written as (
      insert into {outbox} (lane, seq, agent_id, phone_number, body)
      select row.* from json_to_recordset(${json('outbox')}::json)
        as row (lane int, seq bigint, agent_id text, phone_number text, body json)
      where lane in (select lane from fence)
    ), dispatched as (
      ${deletedRows('outbox', group, 'dispatched')}
    ), new_event as (
      select row.* from json_to_recordset(${json('events')}::json)
        as row (lane int, seq bigint, ordinal smallint, event_id uuid, agent_id text, phone_number text, class text,
                type text, message_id text, response text, body text, traceparent text, forwarded boolean)
      where lane in (select lane from fence)
    ), event_written as (
      insert into {event} (lane, seq, ordinal, event_id, agent_id, phone_number, class, type, message_id, response, body, traceparent)
      select lane, seq, ordinal, event_id, agent_id, phone_number, class, type, message_id, response, body, traceparent from new_event
    ), redelivered as (
      select row.* from json_to_recordset(${json('redelivered')}::json)
        as row (lane int, seq bigint, ordinal smallint, day date, agent_id text, endpoint_id text, phone_number text)
      where lane in (select lane from fence)
    ), recovered as (
      delete from {failure} where ctid = any(array(
        select (select ctid from {failure}
                where (lane, seq, ordinal, endpoint_id) = (back.lane, back.seq, back.ordinal, back.endpoint_id))
        from redelivered as back))
    ), forward_written as (
      insert into {forward} (lane, agent_id, seq, ordinal, phone_number)
      select lane, agent_id, seq, ordinal, phone_number from new_event where forwarded
    ), forwarded_again as (
      insert into {forward} (lane, agent_id, endpoint_id, seq, ordinal, phone_number, day)
      select lane, agent_id, endpoint_id, seq, ordinal, phone_number,
             -- Of a new event: as the event itself.
             coalesce(day, (now() at time zone 'utc')::date)
      from redelivered
      on conflict do nothing
    )
    select to_json(array(select lane from fence)) as answer`;
}

const PARTS = ['consent', 'turn', 'message', 'outbox', 'events', 'redelivered'] as const;

/** What the turns write, by table, as JSON. */
function rowsOf(group: readonly WrittenTurn[]) {
  // One conversation runs one turn at a time, but two of its steps may be in one group: the last one counts.
  const conversation = [...new Map(group.flatMap(({ conversation: one }) => (one ? [[one.key, one.row]] : [])))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
  const parts = PARTS.map((part) => [part, group.flatMap((written) => written[part])]);
  return { conversation, ...Object.fromEntries(parts) } as Record<'conversation' | (typeof PARTS)[number], string[]>;
}

/**
 * Deletes what the turns have done. By where each row lies, which is looked up row by row: a join with the pairs of lane and
 * number is planned as a scan of the whole table once a plan was made while that was small.
 */
function deletedRows(table: 'inbox' | 'outbox', group: readonly WrittenTurn[], part: 'done' | 'dispatched') {
  const gone = group
    .flatMap(({ fence: { lane }, [part]: seqs }) => seqs.map((seq) => ({ lane, seq })))
    .sort((a, b) => a.lane - b.lane || a.seq - b.seq);
  const from = laneTable(table);
  return laneStatement`
    delete from ${from} where ctid = any(array(
      select (select ctid from ${from} where lane = gone.lane and seq = gone.seq)
      from unnest(${gone.map(({ lane }) => lane)}::int[], ${gone.map(({ seq }) => seq)}::bigint[]) as gone (lane, seq)
      where gone.lane in (select lane from fence)))`;
}

/** The rows of one step, serialized as soon as it is ready: so its size is known, and the statement is assembled. */
export type WrittenTurn = {
  fence: Fence;
  done: number[];
  dispatched: number[];
  conversation: { key: string; row: string } | null;
  consent: string[];
  turn: string[];
  message: string[];
  outbox: string[];
  events: string[];
  /** Also new events on their way to further endpoints. */
  redelivered: string[];
  /** Of all of them. */
  bytes: number;
};

export const conversationKey = ({ agentId, phoneNumber }: ConversationKey) => `${agentId} ${phoneNumber}`;

/** The fence is the lane's of all these rows. */
export function writeTurn({ lane, owner, epoch }: Fence, writes: TurnWrites): WrittenTurn {
  const { doneSeq, dispatchedSeq, conversation, consent, turn, message, outbox, events = [], redelivered } = writes;
  let bytes = 0;
  const write = <Row extends object>(row: Row | undefined, columns: (row: Row) => object): string[] => {
    if (!row) return [];
    const json = JSON.stringify(columns(row));
    bytes += Buffer.byteLength(json);
    return [json];
  };
  const of = ({ agentId, phoneNumber }: ConversationKey) => ({ lane, agent_id: agentId, phone_number: phoneNumber });
  const to = (endpoint_id: string, row: StoredEvent) => ({
    ...of(row),
    endpoint_id,
    seq: row.seq,
    ordinal: row.ordinal,
  });
  const [written] = write(conversation, (row) => ({
    ...of(row),
    session: storedSession(row.session),
    consent: row.consent,
    turns: row.turns,
    chain: row.chain,
    version: row.session.pin?.version,
  }));
  return {
    fence: { lane, owner, epoch },
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
      epoch,
      number: row.number,
      seq: row.seq,
      item: storedItem(row),
      trace: message ? withoutContent(row.trace) : row.trace,
      message_id: row.messageId,
      stopped: row.stopped,
      chain_before: row.chainBefore,
      chain: row.chain,
      received_at: row.receivedAt,
      started_at: row.startedAt,
      version: row.version,
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
        body: storedBody(row),
        traceparent: row.traceparent,
        forwarded: row.forwarded,
      })),
    ),
    redelivered: [
      ...write(redelivered, (row) => ({ ...to(row.endpointId, row), day: row.day })),
      ...events.flatMap((event) => event.further?.flatMap((id) => write(event, (row) => to(id, row))) ?? []),
    ],
    bytes,
  };
}

/** A conversation as `writeTurn` wrote it. */
export function readConversation(row: string): Conversation {
  const { agent_id: agentId, phone_number: phoneNumber, session, consent, turns, chain } = JSON.parse(row);
  return { agentId, phoneNumber, session: wholeSession(session), consent, turns, chain };
}
