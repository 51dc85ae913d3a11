/** The files that messages show: whose they are and what they are. The bytes are elsewhere: `media/`. */
import type { Page, PageRequest } from '../model/page.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import type { Sql } from './sql.ts';

/** A medium without its address, which the service's own is a part of. */
export type MediumRow = {
  mediaId: string;
  accountId: string;
  name: string;
  type: string;
  bytes: number;
  createdAt: string;
};
type Row = Paged & Omit<MediumRow, 'createdAt'> & { createdAt: Date };

const columns = (sql: Sql) => sql`
  media_id as "mediaId", account_id as "accountId", name, type, bytes::float8 as bytes, created_at as "createdAt"`;

/** One that is kept; null while it is being stored or deleted. */
export async function findMedium(sql: Sql, mediaId: string): Promise<MediumRow | null> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from media where media_id = ${mediaId} and is_kept`;
  return row ? toMedium(row) : null;
}

/** Newest first. `accountId` null: of every account. */
export async function listMedia(sql: Sql, accountId: string | null, request: PageRequest): Promise<Page<MediumRow>> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}, ${position(sql)} from media
    where is_kept and (${accountId}::text is null or account_id = ${accountId}) ${after(sql, request, sql`media_id`)}
    order by created_at desc, media_id desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.mediaId], toMedium);
}

/** Not shown to anybody until `keepMedium`. False when the account's files would have more than `maxBytes` together. */
export async function insertMedium(
  sql: Sql,
  { mediaId, accountId, name, type, bytes }: Omit<MediumRow, 'createdAt'>,
  maxBytes: number,
): Promise<boolean> {
  const rows = await sql`
    insert into media (media_id, account_id, name, type, bytes)
    select ${mediaId}, ${accountId}, ${name}, ${type}, ${bytes}
    where (select coalesce(sum(bytes), 0) from media where account_id = ${accountId}) + ${bytes} <= ${maxBytes}
    returning 1`;
  return rows.length > 0;
}

/** Its bytes are stored. */
export async function keepMedium(sql: Sql, mediaId: string): Promise<void> {
  await sql`update media set is_kept = true where media_id = ${mediaId}`;
}

/** From now on nobody is shown it; its bytes can go. False when nobody was before. */
export async function withdrawMedium(sql: Sql, mediaId: string): Promise<boolean> {
  const { count } = await sql`update media set is_kept = false where media_id = ${mediaId} and is_kept`;
  return count > 0;
}

export async function removeMedium(sql: Sql, mediaId: string): Promise<void> {
  await sql`delete from media where media_id = ${mediaId} and not is_kept`;
}

/** Those that were given up halfway, stored or deleted, at least an hour ago. */
export async function listUnfinishedMedia(sql: Sql, limit: number): Promise<Pick<MediumRow, 'mediaId' | 'type'>[]> {
  return sql`
    select media_id as "mediaId", type from media
    where not is_kept and created_at < now() - interval '1 hour'
    order by created_at limit ${limit}`;
}

/** States of drafts and of live versions, and agents, of the account that name the file, up to `limit`. */
export async function listUsersOfMedium(
  sql: Sql,
  { mediaId, accountId }: Pick<MediumRow, 'mediaId' | 'accountId'>,
  limit: number,
): Promise<{ agentId: string; stateId: string | null }[]> {
  // The id has no character that means something to `like`, but for the underscore, which also matches itself.
  const part = `%/media/${mediaId}/%`;
  return sql`
    select distinct agent_id as "agentId", state_id as "stateId" from flow_state join agent using (agent_id)
    where account_id = ${accountId} and body::text like ${part}
    union
    select agent_id, null from agent where account_id = ${accountId} and config::text like ${part}
    order by 1, 2 limit ${limit}`;
}

function toMedium({ mediaId, accountId, name, type, bytes, createdAt }: Row): MediumRow {
  return { mediaId, accountId, name, type, bytes, createdAt: createdAt.toISOString() };
}
