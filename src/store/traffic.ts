/** How much was sent, received and forwarded, minute by minute, for the charts. */
import { SPANS, type Span, TRAFFIC_KINDS, type Traffic, type TrafficKind } from '../model/overview.ts';
import type { Sql } from './sql.ts';

/** Adds to the counts of the current minute, by the database's clock. */
export async function addTraffic(sql: Sql, counts: Partial<Record<TrafficKind, number>>): Promise<void> {
  const rows = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  await sql`
    insert into traffic (minute, kind, count)
    select date_trunc('minute', now()), kind, count
    from unnest(${rows.map(([kind]) => kind)}::text[], ${rows.map(([, count]) => count)}::bigint[]) as t (kind, count)
    order by kind
    on conflict (minute, kind) do update set count = traffic.count + excluded.count`;
}

/** What no span reaches. */
export async function removeOldTraffic(sql: Sql): Promise<void> {
  await sql`delete from traffic where minute < now() - interval '8 days'`;
}

/** The steps of a span, oldest first, the current one included; those without counts have zeros. */
export async function listTraffic(sql: Sql, span: Span): Promise<Traffic[]> {
  const { steps, stepSeconds } = SPANS[span];
  const step = sql`make_interval(secs => ${stepSeconds})`;
  // Of a day and more, steps begin at midnight in UTC.
  const startOf = (at: ReturnType<Sql>) => sql`date_bin(${step}, ${at}, timestamptz '2000-01-01 00:00Z')`;
  const last = startOf(sql`now()`);
  const first = sql`${last} - ${steps - 1} * ${step}`;
  const rows = await sql<{ from: Date; counts: Partial<Record<TrafficKind, number>> | null }[]>`
    select step.start as from, json_object_agg(kind, count) filter (where kind is not null) as counts
    from generate_series(${first}, ${last}, ${step}) as step (start)
    left join (
      select ${startOf(sql`minute`)} as start, kind, sum(count) as count
      from traffic where minute >= ${first} group by 1, 2
    ) as counted using (start)
    group by step.start order by step.start`;
  return rows.map(({ from, counts }) => {
    const ofKinds = TRAFFIC_KINDS.map((kind) => [kind, counts?.[kind] ?? 0]);
    return { from: from.toISOString(), ...(Object.fromEntries(ofKinds) as Record<TrafficKind, number>) };
  });
}
