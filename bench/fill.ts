/**
 * Fills the database of a running, idle service with a month of heavy use, as bulk SQL. The rows look like the
 * service's own, in the same partitions; the conversations that are measured later are scattered among the others.
 */
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pino } from 'pino';
import postgres from 'postgres';
import { laneOf } from '../src/lanes/hash.ts';
import { type Database, openDatabase } from '../src/store/database.ts';
import { createPartitions } from '../src/store/partitions.ts';
import { nowMs } from './clock.ts';
import type { Course } from './course.ts';
import type { Rig } from './rig.ts';

export type Sizes = { conversations: number; events: number; states: number };

/** `bytes`: of the whole database. */
export type Fill = { bytesBefore: number; bytes: number; seconds: number };

/** As long as events are kept. */
const DAYS = 30;
const DAY_MS = 86_400_000;
const STATES_PER_AGENT = 100;
/** Rows of one statement: some seconds each, so that progress is visible. */
const BATCH = 500_000;

/** Bytes on disk of one row with its indexes, measured; and of the log, which `max_wal_size` limits to about this. */
const ROW_BYTES = { conversations: 600, events: 720, states: 900 };
const LOG_BYTES = 3e9;
/** Share of the free space that may be used. */
const MAX_SHARE_OF_DISK = 0.8;

export function expectedBytes(sizes: Sizes): number {
  const { conversations, events, states } = ROW_BYTES;
  return sizes.conversations * conversations + sizes.events * events + sizes.states * states;
}

/** @throws Error when the disk has no room for it */
export async function checkDisk(sizes: Sizes): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [free, needed] = [bavail * bsize, expectedBytes(sizes) + LOG_BYTES];
  if (needed > free * MAX_SHARE_OF_DISK) {
    throw new Error(`${gigabytes(needed)} are needed in ${tmpdir()}, and ${gigabytes(free)} are free`);
  }
}

export const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** `measured`: conversations to place among the others; at most as many as those. */
export async function fill(
  rig: Rig,
  measured: { agentId: string; phoneNumbers: readonly string[] },
  sizes: Sizes,
  { say, signal }: Course,
): Promise<Fill> {
  // One connection, which keeps its temporary objects.
  const sql = postgres(rig.postgres.url, { max: 1, max_lifetime: null, onnotice: () => {} });
  const log = pino({ level: 'silent' });
  await using database = openDatabase(rig.postgres.url, { maxConnections: 2, log, applicationName: 'bench' });
  const stop = () => void sql.end({ timeout: 0 });
  signal.addEventListener('abort', stop);
  try {
    const startedMs = nowMs();
    const bytesBefore = await databaseBytes(sql);
    await prepare(sql, measured, sizes);
    say(`filling: ${sizes.states} states`);
    await fillStates(sql, measured.agentId, sizes);
    for (let from = 1; from <= sizes.conversations; from += BATCH) {
      const to = Math.min(from + BATCH - 1, sizes.conversations);
      say(`filling: conversations up to ${to} of ${sizes.conversations}`);
      await fillConversations(sql, measured.agentId, from, to);
    }
    await fillEvents(sql, database, sizes, say);
    say('filling: vacuum, analyze, checkpoint');
    // Now, because autovacuum would otherwise run during the first rounds.
    await sql`vacuum (analyze) agent, state, conversation, event`;
    await sql`checkpoint`;
    return { bytesBefore, bytes: await databaseBytes(sql), seconds: (nowMs() - startedMs) / 1000 };
  } finally {
    signal.removeEventListener('abort', stop);
    await sql.end();
  }
}

async function databaseBytes(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
  return Number(row?.bytes);
}

/**
 * Temporary functions for the fill: the agent, the number and the lane of the n-th conversation. The lanes are as even
 * as the service's, but not by its hash: nobody writes to these conversations. The measured ones, which are written to,
 * are in their true lanes.
 */
async function prepare(
  sql: postgres.Sql,
  { agentId, phoneNumbers }: { agentId: string; phoneNumbers: readonly string[] },
  { conversations, states }: Sizes,
): Promise<void> {
  const [head] = await sql<{ lanes: number }[]>`select count(*)::int as lanes from lane_head`;
  const lanes = head!.lanes;
  await sql.unsafe(`
    create function pg_temp.agent_of(n bigint) returns text immutable return
      'agent_' || substr(md5((n % ${Math.ceil(states / STATES_PER_AGENT)})::text), 1, 20);
    create function pg_temp.phone_of(n bigint) returns text immutable return '+1777' || lpad(n::text, 7, '0');
    create function pg_temp.lane_of(n bigint) returns int immutable return (hashint8(n) & 2147483647) % ${lanes};
    create temp table measured (n bigint primary key, lane int, phone_number text)`);
  const distance = Math.floor(conversations / phoneNumbers.length);
  const rows = phoneNumbers.map((phoneNumber, index) => ({
    n: 1 + index * distance,
    lane: laneOf(agentId, phoneNumber, lanes),
    phone_number: phoneNumber,
  }));
  await sql`
    insert into measured
    select * from jsonb_to_recordset(${sql.json(rows)}) as row (n bigint, lane int, phone_number text)`;
  await sql`analyze measured`;
}

/** Agents like the measured one, a hundred states each: a text of some lines, and three suggestions. */
async function fillStates(sql: postgres.Sql, agentId: string, { states }: Sizes): Promise<void> {
  await sql`
    insert into agent (agent_id, account_id, brand_id, name, use_case, mode, config, platform_agent_id)
    select pg_temp.agent_of(n), account_id, brand_id, 'Filled ' || n, use_case, mode, config, pg_temp.agent_of(n)
    from agent, generate_series(1, ${Math.ceil(states / STATES_PER_AGENT)}::bigint) as n
    where agent_id = ${agentId}`;
  const suggestion = (n: number) => ({ reply: { text: `Answer ${n}`, postbackData: `answer-${n}` } });
  const text = 'Hello {{ params.name }}! Your order {{ params.order }} is with our courier. '.repeat(3);
  const body = { template: { contentMessage: { text, suggestions: [1, 2, 3].map(suggestion) } } };
  await sql`
    insert into state (agent_id, state_id, body)
    select pg_temp.agent_of(n), 'state-' || n, ${JSON.stringify(body)}::text::json
    from generate_series(1, ${states}::bigint) as n`;
}

async function fillConversations(sql: postgres.Sql, agentId: string, from: number, to: number): Promise<void> {
  await sql`
    insert into conversation (lane, agent_id, phone_number, session, turns, chain, updated_at)
    select coalesce(measured.lane, pg_temp.lane_of(n)),
           case when measured.n is null then pg_temp.agent_of(n) else ${agentId} end,
           coalesce(phone_number, pg_temp.phone_of(n)),
           json_build_object('stateId', 'notice', 'awaitingStateId', null, 'params', json_build_object('n', n),
             'data', json_build_object(), 'input', json_build_object(), 'startedAt', at, 'lastActivityAt', at),
           4, substr(md5(n::text), 1, 22), at
    from (select n, now() - random() * ${DAYS}::int * interval '1 day' as at
          from generate_series(${from}::bigint, ${to}::bigint) as n) as one
    left join measured using (n)`;
}

/** A SENT and a DELIVERED for each of this many messages, evenly over the days, in the order of arrival. */
async function fillEvents(
  sql: postgres.Sql,
  database: Database,
  { conversations, events }: Sizes,
  say: Course['say'],
): Promise<void> {
  // The service's next rows must have higher numbers than the filled ones.
  const [head] = await sql<{ seq: string }[]>`
    with before as (select max(next_seq) as seq from lane_head)
    update lane_head set next_seq = before.seq + ${events + 2}::bigint from before returning before.seq`;
  const firstSeq = Number(head?.seq);
  const messages = Math.floor(events / 2);
  const now = Date.now();
  const today = now - (now % DAY_MS);
  for (let day = 0; day < DAYS; day++) {
    const startMs = today - (DAYS - 1 - day) * DAY_MS;
    const from = Math.floor((messages * day) / DAYS) + 1;
    const to = Math.floor((messages * (day + 1)) / DAYS);
    const lengthMs = Math.min(DAY_MS, now - startMs);
    say(`filling: events of day ${day + 1} of ${DAYS}`);
    await createPartitions(database, new Date(startMs));
    await sql`
      with message as materialized (
        select n, c, at, uuidv7(at - clock_timestamp()) as message_id
        from (select n, 1 + floor(random() * ${conversations}::bigint)::bigint as c,
                     ${new Date(startMs)}::timestamptz + (n - ${from}::bigint) * ${lengthMs / (to - from + 1)}::float8
                       * interval '1 millisecond' as at
              from generate_series(${from}::bigint, ${to}::bigint) as n) as one
      ), happened as materialized (
        select message.*, kind.*, gen_random_uuid() as event_id,
               pg_temp.agent_of(c) as agent_id, pg_temp.phone_of(c) as phone_number
        from message cross join (values ('SENT', 'ServerEvent', 0), ('DELIVERED', 'UserEvent', 1)) as kind (type, class, place)
      )
      insert into event (lane, seq, ordinal, day, event_id, agent_id, phone_number, class, type, message_id, body, created_at)
      select pg_temp.lane_of(c), ${firstSeq}::bigint + 2 * n + place, 1, (at at time zone 'utc')::date, event_id,
             agent_id, phone_number, class, type, message_id,
             format('{"agentId":"%s","phoneNumber":"%s","messageId":"%s","eventType":"%s","eventId":"%s",'
               '"eventOrigin":"SERVICE","sendTime":"%s","richMessageClassification":'
               '{"classificationType":"RICH_MESSAGE","segmentCount":1}}',
               agent_id, phone_number, message_id, type, event_id,
               to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), at
      from happened order by n, place`;
  }
}
