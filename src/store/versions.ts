/**
 * Versions of flows. A version is the content of the draft at one time; `version_state` has a row for each state and
 * interval of versions in which it is the same. Hold the lock of `lockStates` to write them.
 */
import type { Keyword } from '../model/agent.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type { Rollout } from '../model/rollout.ts';
import type { FlowState, StateBody } from '../model/state.ts';
import { type FlowVersion, MAX_PINNED_COUNTED } from '../model/version.ts';
import { freezeTests } from './flow-tests.ts';
import { pageOf, readCursor, rowsToAsk } from './page.ts';
import type { LaneSql, Sql } from './sql.ts';

/** What a version has besides its states. */
export type FlowSettings = { defaultState?: string; keywords?: Keyword[] };

type Entry = { author: string; message?: string | undefined; forced?: boolean };

/**
 * With `publishing` `immediate`, records that these states or the settings were changed; within a minute, changes by one
 * author are one version. With `explicit` a change concerns the draft alone.
 */
export async function recordChange(sql: Sql, agentId: string, author: string, stateIds: string[]): Promise<void> {
  const latest = await findLatest(sql, agentId);
  if (latest.publishing === 'explicit') return;
  await writeVersion(sql, agentId, { author }, { latest, stateIds, seal: false });
}

/** Makes a version of the draft, with its tests, that does not change any more. Returns its number. */
export async function freezeDraft(sql: Sql, agentId: string, entry: Entry): Promise<number> {
  const latest = await findLatest(sql, agentId);
  const version = (await writeVersion(sql, agentId, entry, { latest, stateIds: null, seal: true }))!;
  await freezeTests(sql, agentId, version);
  return version;
}

type Latest = {
  publishing: string | null;
  version: number | null;
  author: string;
  /** Whether a change may still be added to it. */
  isOpen: boolean;
};

async function findLatest(sql: Sql, agentId: string): Promise<Latest> {
  const [row] = await sql<Latest[]>`
    select config ->> 'publishing' as publishing, version, author,
      not sealed and latest.created_at > now() - interval '1 minute' as "isOpen"
    from agent left join lateral (
      select * from flow_version where flow_version.agent_id = agent.agent_id order by version desc limit 1
    ) as latest on true
    where agent.agent_id = ${agentId}`;
  return row!;
}

/** Undefined when nothing differs from the latest version and it need not be sealed. `stateIds` null: any state. */
async function writeVersion(
  sql: Sql,
  agentId: string,
  { author, message, forced = false }: Entry,
  { latest, stateIds, seal }: { latest: Latest; stateIds: string[] | null; seal: boolean },
): Promise<number | undefined> {
  const isContinued = latest.isOpen && latest.author === author;
  const last = latest.version ?? 0;
  const version = isContinued ? last : last + 1;
  const changes = await freezeStates(sql, agentId, version, latest.version === null ? null : stateIds);
  const [row] = await sql<{ version: number }[]>`
    insert into flow_version as known (agent_id, version, author, message, forced, sealed, settings)
    select ${agentId}, ${version}, ${author}, ${message ?? null}, ${forced}, ${seal}, settings
    from (
      select jsonb_strip_nulls(jsonb_build_object('defaultState', config -> 'defaultState', 'keywords', config -> 'keywords'))
        as settings
      from agent where agent_id = ${agentId}
    ) as draft
    where ${seal || changes > 0} or settings is distinct from (
      select settings from flow_version where agent_id = ${agentId} and version = ${last})
    on conflict (agent_id, version) do update
    set settings = excluded.settings, sealed = excluded.sealed, forced = excluded.forced,
      message = coalesce(excluded.message, known.message)
    returning version`;
  return row?.version;
}

/** Makes the states of the latest version those of the draft, from `version` on. Returns how many differed. */
async function freezeStates(sql: Sql, agentId: string, version: number, stateIds: string[] | null): Promise<number> {
  const isMeant = stateIds === null ? sql`` : sql`and state_id = any(${stateIds})`;
  const [row] = await sql<{ count: number }[]>`
    with differing as (
      select coalesce(draft.state_id, latest.state_id) as state_id, draft.hash as new_hash, draft.body,
        latest.from_version
      from (select state_id, hash, body from state where agent_id = ${agentId} ${isMeant}) as draft
      full join (
        select state_id, hash, from_version from version_state
        where agent_id = ${agentId} and to_version is null ${isMeant}
      ) as latest using (state_id)
      where draft.hash is distinct from latest.hash
    ), stored as (
      insert into state_body (agent_id, hash, body)
      select distinct on (new_hash) ${agentId}, new_hash, body from differing where new_hash is not null
      on conflict do nothing
    ), ended as (
      update version_state as known set to_version = ${version} from differing
      where known.agent_id = ${agentId} and (known.state_id, known.from_version) = (differing.state_id, differing.from_version)
        and known.from_version < ${version}
    ), replaced as (
      update version_state as known set hash = new_hash from differing
      where known.agent_id = ${agentId} and (known.state_id, known.from_version) = (differing.state_id, ${version}::int)
        and differing.from_version = ${version} and new_hash is not null
    ), withdrawn as (
      delete from version_state as known using differing
      where known.agent_id = ${agentId} and (known.state_id, known.from_version) = (differing.state_id, ${version}::int)
        and differing.from_version = ${version} and new_hash is null
    ), begun as (
      insert into version_state (agent_id, state_id, from_version, hash)
      select ${agentId}, state_id, ${version}, new_hash from differing
      where new_hash is not null and coalesce(from_version, 0) < ${version}
    )
    select count(*) as count from differing`;
  return row!.count;
}

/** Which rows of `version_state` belong to a version. */
export function isOf(sql: Sql, version: number) {
  return sql`from_version <= ${version} and (to_version is null or to_version > ${version})`;
}

/** As `findState`, from a version. */
export async function findVersionState(
  sql: Sql,
  agentId: string,
  version: number,
  stateId: string,
): Promise<FlowState | undefined> {
  const [row] = await sql<{ body: StateBody }[]>`
    select body from version_state join state_body using (agent_id, hash)
    where agent_id = ${agentId} and state_id = ${stateId} and ${isOf(sql, version)}`;
  return row && { stateId, ...row.body };
}

export async function hasVersion(sql: Sql, agentId: string, version: number): Promise<boolean> {
  const rows = await sql`select from flow_version where agent_id = ${agentId} and version = ${version}`;
  return rows.length > 0;
}

export async function findVersionSettings(
  sql: Sql,
  agentId: string,
  version: number,
): Promise<FlowSettings | undefined> {
  const [row] = await sql<{ settings: FlowSettings }[]>`
    select settings from flow_version where agent_id = ${agentId} and version = ${version}`;
  return row?.settings;
}

type Row = Omit<FlowVersion, 'createdAt' | 'percent'> & { createdAt: Date };

const columns = (sql: LaneSql, agentId: string) => sql`
  version, message, author, flow_version.created_at as "createdAt", forced,
  ${pinnedSessions(sql, agentId)} as "pinnedSessions"`;

function pinnedSessions(sql: LaneSql, agentId: string) {
  if (!sql.isCluster) {
    return sql`(select count(*) from (
      select from conversation
      where conversation.agent_id = flow_version.agent_id and conversation.version = flow_version.version
        and conversation.updated_at
          > now() - make_interval(secs => coalesce(rtrim(config ->> 'sessionTtl', 's')::int, 86400))
      limit ${MAX_PINNED_COUNTED}
    ) as pinned)`;
  }
  // What the nodes count is joined here: `offset 0` keeps it apart.
  return sql`coalesce((
    select least(count, ${MAX_PINNED_COUNTED}) from (
      select version, count(*) as count from conversation
      where agent_id = ${agentId} and version is not null and updated_at > (
        select now() - make_interval(secs => coalesce(rtrim(config ->> 'sessionTtl', 's')::int, 86400))
        from agent where agent_id = ${agentId})
      group by version offset 0
    ) as pinned where pinned.version = flow_version.version), 0)`;
}

/** `rollout`: the agent's, for the shares. */
export async function findVersion(
  sql: LaneSql,
  agentId: string,
  rollout: Rollout | undefined,
  version: number,
): Promise<FlowVersion | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql, agentId)} from flow_version join agent using (agent_id)
    where agent_id = ${agentId} and version = ${version}`;
  return row && toVersion(row, rollout);
}

/** Newest first. */
export async function listVersions(
  sql: LaneSql,
  agentId: string,
  rollout: Rollout | undefined,
  request: PageRequest,
): Promise<Page<FlowVersion>> {
  const before = request.cursor === undefined ? sql`` : sql`and version < ${readCursor(request.cursor, 0)[0]}`;
  const rows = await sql<Row[]>`
    select ${columns(sql, agentId)} from flow_version join agent using (agent_id)
    where agent_id = ${agentId} ${before}
    order by version desc limit ${rowsToAsk(request)}`;
  return pageOf(
    rows,
    request,
    (row) => [row.version],
    (row) => toVersion(row, rollout),
  );
}

/** Sets what is live; versions that are not any more remember since when. */
export async function updateRollout(sql: Sql, agentId: string, rollout: Rollout | null): Promise<void> {
  const live = rollout?.shares.map(({ version }) => version) ?? [];
  await sql`update agent set rollout = ${rollout && sql.json(rollout)} where agent_id = ${agentId}`;
  await sql`
    update flow_version set replaced_at = case when version = any(${live}) then null else coalesce(replaced_at, now()) end
    where agent_id = ${agentId} and (version = any(${live})) = (replaced_at is not null)`;
}

function toVersion({ message, createdAt, forced, ...row }: Row, rollout: Rollout | undefined): FlowVersion {
  return {
    ...row,
    ...(message !== null && { message }),
    createdAt: createdAt.toISOString(),
    ...(forced && { forced }),
    percent: rollout?.shares.find(({ version }) => version === row.version)?.percent ?? 0,
  } as FlowVersion;
}
