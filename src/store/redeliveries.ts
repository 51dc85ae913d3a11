/** Redeliveries: which are under way, how far each is, and what became of its probe. Taking the steps is not done here. */
import { OWN_WEBHOOK } from '../model/endpoint.ts';
import type { FailureSelection } from '../model/forwarded-event.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { Redelivery, RedeliveryState } from '../model/redelivery.ts';
import type { EventKey } from './events.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import { jsonValue } from './rows.ts';
import type { Sql } from './sql.ts';

/** A process that died in a step is replaced after this. */
const STEP_LEASE = '30 seconds';

export type NewRedelivery = Pick<
  Redelivery,
  'redeliveryId' | 'agentId' | 'filter' | 'probe' | 'matched' | 'requestedBy'
>;

type Row = Omit<Redelivery, 'createdAt' | 'finishedAt'> & { createdAt: Date; finishedAt: Date | null };

const shown = (sql: Sql) => sql`
  redelivery_id as "redeliveryId", agent_id as "agentId", state, filter, probe, probe_event_id as "probeEventId",
  matched, accepted, reason, requested_by as "requestedBy", created_at as "createdAt", finished_at as "finishedAt"`;

function toRedelivery({ createdAt, finishedAt, ...row }: Row): Redelivery {
  return { ...row, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
}

/** null when one to the same endpoint is under way: two at once would send events twice. */
export async function insertRedelivery(sql: Sql, added: NewRedelivery): Promise<Redelivery | null> {
  const { redeliveryId, agentId, filter, probe, matched, requestedBy } = added;
  const [row] = await sql<Row[]>`
    insert into redelivery (redelivery_id, agent_id, filter, probe, matched, requested_by)
    values (${redeliveryId}, ${agentId}, ${jsonValue(sql, filter)}, ${probe}, ${matched}, ${requestedBy})
    on conflict (agent_id, coalesce(filter ->> 'endpointId', '')) where finished_at is null do nothing
    returning ${shown(sql)}`;
  return row ? toRedelivery(row) : null;
}

export async function findRedelivery(sql: Sql, agentId: string, redeliveryId: string): Promise<Redelivery | null> {
  const [row] = await sql<Row[]>`
    select ${shown(sql)} from redelivery where redelivery_id = ${redeliveryId} and agent_id = ${agentId}`;
  return row ? toRedelivery(row) : null;
}

/** Newest first. */
export async function listRedeliveries(sql: Sql, agentId: string, request: PageRequest): Promise<Page<Redelivery>> {
  const rows = await sql<(Row & Paged)[]>`
    select ${shown(sql)}, ${position(sql)} from redelivery
    where agent_id = ${agentId} ${after(sql, request, sql`redelivery_id`)}
    order by created_at desc, redelivery_id desc limit ${rowsToAsk(request)}`;
  return pageOf(
    rows,
    request,
    (row) => [row.position, row.redeliveryId],
    ({ position: _, ...row }) => toRedelivery(row),
  );
}

/** What a step needs of one. `probeAttempts`: those that its event had before. */
export type OpenRedelivery = Pick<Redelivery, 'redeliveryId' | 'agentId' | 'state' | 'probe' | 'probeEventId'> & {
  filter: FailureSelection;
  probeAttempts: number | null;
  /** Seconds since its probe was chosen. */
  probingSeconds: number;
  cursor: string | null;
  createdAt: Date;
};

/** The one that has waited longest for its next step, which nobody else takes for a while. */
export async function takeRedelivery(sql: Sql): Promise<OpenRedelivery | null> {
  const [row] = await sql<OpenRedelivery[]>`
    update redelivery set due_at = now() + ${STEP_LEASE}::interval
    where redelivery_id = (
      select redelivery_id from redelivery where finished_at is null and due_at <= now()
      order by due_at limit 1 for update skip locked
    )
    returning redelivery_id as "redeliveryId", agent_id as "agentId", state, filter, probe, cursor,
      probe_event_id as "probeEventId", probe_attempts as "probeAttempts", created_at as "createdAt",
      coalesce(extract(epoch from now() - probed_at), 0)::float8 as "probingSeconds"`;
  return row ?? null;
}

export type RedeliveryStep = {
  state: RedeliveryState;
  /** Why it stopped. */
  reason?: string;
  /** Events handed over in this step. */
  accepted?: number;
  cursor?: string;
  /** Milliseconds until the next step. */
  pauseMs?: number;
};

/** Records a step, unless somebody has stopped it meanwhile. */
export async function updateRedelivery(sql: Sql, redeliveryId: string, step: RedeliveryStep): Promise<void> {
  const { state, reason = null, accepted = 0, cursor = null, pauseMs = 0 } = step;
  const isOver = state === 'DONE' || state === 'STOPPED';
  await sql`
    update redelivery set state = ${state}, reason = ${reason}, accepted = accepted + ${accepted},
      cursor = coalesce(${cursor}, cursor), due_at = now() + ${pauseMs} * interval '1 millisecond',
      finished_at = ${isOver ? sql`now()` : sql`null`}
    where redelivery_id = ${redeliveryId} and finished_at is null`;
}

/** Which event is sent first. Written before it is sent, so that after a crash it is still the same one. */
export async function chooseProbe(sql: Sql, redeliveryId: string, eventId: string, attempts: number): Promise<void> {
  await sql`
    update redelivery set probe_event_id = ${eventId}, probe_attempts = ${attempts}, probed_at = now()
    where redelivery_id = ${redeliveryId} and finished_at is null`;
}

/** False when it is finished, or there is none. */
export async function stopRedelivery(sql: Sql, agentId: string, redeliveryId: string, by: string): Promise<boolean> {
  const { count } = await sql`
    update redelivery set state = 'STOPPED', reason = ${`Stopped by ${by}.`}, finished_at = now()
    where redelivery_id = ${redeliveryId} and agent_id = ${agentId} and finished_at is null`;
  return count > 0;
}

export type Verdict = { status: number | null; error: string | null; response: string | null };

/** The attempts of an event at the redelivery's endpoint so far, and the last one; of one that failed without another attempt, why. */
export async function findVerdict(
  sql: Sql,
  { lane, seq, ordinal, day }: EventKey,
  { redeliveryId, filter: { endpointId = OWN_WEBHOOK } }: Pick<OpenRedelivery, 'redeliveryId' | 'filter'>,
): Promise<{ attempts: number; last: Verdict | null; failed: string | null }> {
  const [row] = await sql<{ attempts: number; last: Verdict | null; failed: string | null }[]>`
    select count(*)::int as attempts,
           (array_agg(json_build_object('status', status, 'error', error, 'response', response)
                      order by started_at desc))[1] as last,
           (select failure.reason from failure, redelivery
            where failure.lane = ${lane} and seq = ${seq} and ordinal = ${ordinal} and endpoint_id = ${endpointId}
              and redelivery_id = ${redeliveryId} and failed_at > probed_at) as failed
    from attempt
    where lane = ${lane} and seq = ${seq} and ordinal = ${ordinal} and endpoint_id = ${endpointId} and day >= ${day}`;
  return row!;
}

/** Removes those that nobody will ask for any more. */
export async function removeOldRedeliveries(sql: Sql): Promise<void> {
  await sql`delete from redelivery where finished_at < now() - interval '30 days'`;
}
