/** Finds and removes conversations without activity for so long that not even their turns are kept. */
import type { LaneSql, Sql } from './sql.ts';

/**
 * Examines the next conversations of a lane, and removes those whose last turn was before `before`, the oldest day of
 * which turns are kept: so the hash chain of one that returns starts over, with nothing before it. Consent is never
 * forgotten: where it ever changed, the session is emptied and the row stays. A session that has not ended, and a
 * conversation with something waiting, is kept.
 *
 * Safe to run alongside the lane's owner, in any process: rows that a turn is writing now are skipped or no longer old,
 * and a turn that comes a moment later writes the whole row. The owner's cached conversations are much younger.
 */
export async function removeOldConversations(
  sql: LaneSql,
  lane: number,
  { before, limit }: { before: Date; limit: number },
): Promise<{ removed: number; isEnd: boolean }> {
  if (sql.isCluster) return removeInCluster(sql, lane, { before, limit });
  const emptied = emptiedSession(sql);
  const [step] = await sql<{ removed: number; looked: number }[]>`
    with page as materialized (
      select ctid as place, agent_id, phone_number, updated_at,
             consent is not null and session::text = ${emptied}::text as is_emptied
      from conversation
      where lane = ${lane} and (agent_id, phone_number) > (
        coalesce((select agent_id from conversation_look where lane = ${lane}), ''),
        coalesce((select phone_number from conversation_look where lane = ${lane}), ''))
      order by agent_id, phone_number limit ${limit}
    ), old as (
      -- By ctid, because a join might be planned as a scan of the whole table. A concurrent write wins.
      select ctid as place, consent is not null as stays from conversation
      where ctid = any(array(
          select place from page
          where not is_emptied and updated_at < ${before}
            and updated_at < now() - make_interval(secs => coalesce((
              select rtrim(config ->> 'sessionTtl', 's')::int from agent where agent.agent_id = page.agent_id), 0))
            and (agent_id, phone_number) not in (
              select agent_id, phone_number from inbox where lane = ${lane}
              union all
              select agent_id, phone_number from outbox where lane = ${lane})))
        and updated_at < ${before}
      for update skip locked
    ), removed as (
      delete from conversation where ctid = any(array(select place from old where not stays)) returning 1
    ), emptied as (
      update conversation set session = ${emptied}, version = null where ctid = any(array(select place from old where stays))
    ), looked as (
      insert into conversation_look (lane, agent_id, phone_number)
      select ${lane}::int, coalesce(last.agent_id, ''), coalesce(last.phone_number, '')
      from (select count(*) as size from page) as read
      left join lateral (
        select agent_id, phone_number from page where read.size = ${limit}
        order by agent_id desc, phone_number desc limit 1
      ) as last on true
      on conflict (lane) do update set agent_id = excluded.agent_id, phone_number = excluded.phone_number
    )
    select (select count(*) from removed) as removed, (select count(*) from page) as looked`;
  return { removed: step!.removed, isEnd: step!.looked < limit };
}

function emptiedSession(sql: Sql) {
  return sql`json_build_object(
    'stateId', null, 'awaitingStateId', null, 'params', '{}'::json, 'data', '{}'::json, 'input', '{}'::json, 'bytes', 0,
    'startedAt', session -> 'startedAt', 'lastActivityAt', session -> 'lastActivityAt')`;
}

type Looked = { agentId: string; phoneNumber: string; updatedAt: Date; isEmptied: boolean; emptied: string };

/** The same in steps, because agents and how far one has looked are on another node than the lane. */
async function removeInCluster(
  sql: Sql,
  lane: number,
  { before, limit }: { before: Date; limit: number },
): Promise<{ removed: number; isEnd: boolean }> {
  const [from = { agentId: '', phoneNumber: '' }] = await sql<{ agentId: string; phoneNumber: string }[]>`
    select agent_id as "agentId", phone_number as "phoneNumber" from conversation_look where lane = ${lane}`;
  const page = await sql<Looked[]>`
    select agent_id as "agentId", phone_number as "phoneNumber", updated_at as "updatedAt",
           consent is not null and session::text = ${emptiedSession(sql)}::text as "isEmptied",
           ${emptiedSession(sql)}::text as emptied
    from conversation
    where lane = ${lane} and (agent_id, phone_number) > (${from.agentId}, ${from.phoneNumber})
    order by agent_id, phone_number limit ${limit}`;
  const ended = await listEnded(
    sql,
    page.filter(({ updatedAt, isEmptied }) => !isEmptied && updatedAt < before),
  );
  // A concurrent write wins.
  const old = sql`(
    select conversation.agent_id, conversation.phone_number, emptied from conversation
    join unnest(${ended.map(({ agentId }) => agentId)}::text[], ${ended.map(({ phoneNumber }) => phoneNumber)}::text[],
                ${ended.map(({ emptied }) => emptied)}::text[]) as ended (agent_id, phone_number, emptied)
      on ended.agent_id = conversation.agent_id and ended.phone_number = conversation.phone_number
    where lane = ${lane} and updated_at < ${before}
      and (conversation.agent_id, conversation.phone_number) not in (
        select agent_id, phone_number from inbox where lane = ${lane}
        union all
        select agent_id, phone_number from outbox where lane = ${lane})
    for update of conversation skip locked) as old`;
  const isOld = sql`
    lane = ${lane} and conversation.agent_id = old.agent_id and conversation.phone_number = old.phone_number`;
  const { count } = await sql`delete from conversation using ${old} where ${isOld} and consent is null`;
  await sql`
    update conversation set session = old.emptied::json, version = null from ${old}
    where ${isOld} and consent is not null`;
  const last = page.length === limit ? page.at(-1)! : { agentId: '', phoneNumber: '' };
  await sql`
    insert into conversation_look (lane, agent_id, phone_number) values (${lane}, ${last.agentId}, ${last.phoneNumber})
    on conflict (lane) do update set agent_id = excluded.agent_id, phone_number = excluded.phone_number`;
  return { removed: count, isEnd: page.length < limit };
}

/** Those whose sessions are over. */
async function listEnded(sql: Sql, looked: readonly Looked[]): Promise<Looked[]> {
  const rows = await sql<{ agentId: string; endedBefore: Date }[]>`
    select agent_id as "agentId", now() - make_interval(secs => rtrim(config ->> 'sessionTtl', 's')::int) as "endedBefore"
    from agent
    where config ->> 'sessionTtl' is not null and agent_id = any(${[...new Set(looked.map(({ agentId }) => agentId))]}::text[])`;
  const endedBefore = new Map(rows.map((row) => [row.agentId, row.endedBefore]));
  return looked.filter(({ agentId, updatedAt }) => updatedAt < (endedBefore.get(agentId) ?? new Date()));
}
