/** The audit log. Rows are only inserted: the database refuses every change of one. */
import type postgres from 'postgres';
import type { AuditEntry } from '../model/audit.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { instant, micros, type Paged, pageOf, readCursor, rowsToAsk } from './page.ts';
import { jsonValue } from './rows.ts';
import type { Sql } from './sql.ts';

export async function insertAuditEntry(sql: Sql, entry: Omit<AuditEntry, 'at'>): Promise<void> {
  const { auditId, actor, accountId, operation, resource, before, after, address, requestId } = entry;
  await sql`
    insert into audit_log (
      audit_id, actor_kind, actor_id, actor_name, account_id, operation, resource_kind, resource_id, agent_id, before, after, address,
      request_id)
    values (
      ${auditId}, ${actor.kind}, ${actor.id}, ${actor.name ?? null}, ${accountId}, ${operation}, ${resource.kind}, ${resource.id},
      ${resource.agentId ?? null}, ${before && jsonValue(sql, before)}, ${after && jsonValue(sql, after)}, ${address},
      ${requestId})`;
}

/** Absent: any. */
export type AuditFilter = {
  accountId?: string | undefined;
  actorId?: string | undefined;
  agentId?: string | undefined;
  resourceKind?: string | undefined;
  resourceId?: string | undefined;
  sinceMs?: number | undefined;
  untilMs?: number | undefined;
};

type Fragment = postgres.PendingQuery<postgres.Row[]>;

type Row = Paged &
  Pick<AuditEntry, 'auditId' | 'accountId' | 'operation' | 'before' | 'after' | 'address' | 'requestId'> & {
    at: Date;
    actorKind: AuditEntry['actor']['kind'];
    actorId: string;
    actorName: string | null;
    kind: AuditEntry['resource']['kind'];
    id: string;
    agentId: string | null;
  };

/** Newest first. */
export async function listAuditEntries(sql: Sql, filter: AuditFilter, request: PageRequest): Promise<Page<AuditEntry>> {
  const { accountId, actorId, agentId, resourceKind, resourceId, sinceMs, untilMs } = filter;
  const when = <Value>(value: Value | undefined, condition: (value: Value) => Fragment) =>
    value === undefined ? sql`` : condition(value);
  const rows = await sql<Row[]>`
    select audit_id as "auditId", at, actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", account_id as "accountId", operation,
      resource_kind as kind, resource_id as id, agent_id as "agentId", before, after, address, request_id as "requestId",
      ${micros(sql, sql`at`)} as position
    from audit_log
    where true
      ${when(accountId, (id) => sql`and account_id = ${id}`)}
      ${when(actorId, (id) => sql`and actor_id = ${id}`)}
      ${when(agentId, (id) => sql`and agent_id = ${id}`)}
      ${when(resourceKind, (kind) => sql`and resource_kind = ${kind}`)}
      ${when(resourceId, (id) => sql`and resource_id = ${id}`)}
      ${when(sinceMs, (ms) => sql`and at >= ${instant(sql, ms * 1000)}`)}
      ${when(untilMs, (ms) => sql`and at < ${instant(sql, ms * 1000)}`)}
      ${when(request.cursor, (cursor) => behind(sql, cursor))}
    order by at desc, audit_id desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.auditId], toEntry);
}

function behind(sql: Sql, cursor: string) {
  const [position, auditId] = readCursor(cursor, 0, '');
  return sql`and (at, audit_id) < (${instant(sql, position)}, ${auditId})`;
}

function toEntry({ auditId, at, actorKind, actorId, actorName, kind, id, agentId, ...row }: Row): AuditEntry {
  const { accountId, operation, before, after, address, requestId } = row;
  return {
    auditId,
    at: at.toISOString(),
    actor: { kind: actorKind, id: actorId, ...(actorName !== null && { name: actorName }) },
    accountId,
    operation,
    resource: { kind, id, ...(agentId !== null && { agentId }) },
    before,
    after,
    address,
    requestId,
  };
}
