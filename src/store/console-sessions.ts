/** The log-ins to the console: of people, and with the operator key. */
import type { ConsoleSession, OpenedBy } from '../model/console-session.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { instant, micros, type Paged, pageOf, readCursor, rowsToAsk } from './page.ts';
import { type PersonRow, toPerson } from './people.ts';
import type { Sql } from './sql.ts';

export type NewConsoleSession = {
  sessionId: string;
  /** Null: of whoever has the operator key. */
  personId: string | null;
  openedBy: OpenedBy;
  address: string;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
};

/** With the columns of its person, which are null without one. */
type Row = NewConsoleSession & Omit<PersonRow, 'personId' | 'createdAt'> & { personCreatedAt: Date };

const selected = (sql: Sql) => sql`
  select session_id as "sessionId", opened_by as "openedBy", address, user_agent as "userAgent",
    console_session.created_at as "createdAt", expires_at as "expiresAt", person_id as "personId", name, email, role,
    disabled, password_hash is not null as "hasPassword", person.created_at as "personCreatedAt", last_log_in_at as "lastLogInAt"
  from console_session left join person using (person_id)`;

/** Absent when there is none, or its person may not log in any more; an expired one may still be returned. */
export async function findConsoleSession(sql: Sql, digest: Buffer): Promise<ConsoleSession | undefined> {
  const [row] = await sql<Row[]>`
    ${selected(sql)} where session_digest = ${digest} and disabled is not true`;
  return row && toSession(row);
}

/** Also removes expired ones: log-ins are rare, and nothing else reads the old ones. */
export async function insertConsoleSession(sql: Sql, digest: Buffer, session: NewConsoleSession): Promise<void> {
  const { sessionId, personId, openedBy, address, userAgent, createdAt, expiresAt } = session;
  await sql`
    with expired as (delete from console_session where expires_at <= ${createdAt}),
      entered as (update person set last_log_in_at = ${createdAt} where person_id = ${personId})
    insert into console_session (
      session_digest, session_id, person_id, opened_by, address, user_agent, created_at, expires_at)
    values (
      ${digest}, ${sessionId}, ${personId}, ${openedBy}, ${address}, ${userAgent}, ${createdAt}, ${expiresAt})`;
}

/** Newest first. `ownerId` null: of everybody. */
export async function listConsoleSessions(
  sql: Sql,
  { ownerId, now }: { ownerId: string | null; now: Date },
  request: PageRequest,
): Promise<Page<ConsoleSession>> {
  const rows = await sql<(Row & Paged)[]>`
    select * from (${selected(sql)}) as session, lateral (select ${micros(sql, sql`"createdAt"`)} as position) as place
    where "expiresAt" > ${now} and (${ownerId}::text is null or "personId" = ${ownerId})
      ${behind(sql, request)}
    order by "createdAt" desc, "sessionId" desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.sessionId], toSession);
}

/** What it was; undefined when there is none, or it is not `ownerId`'s (null: anybody's). */
export async function removeConsoleSession(
  sql: Sql,
  { sessionId, ownerId }: { sessionId: string; ownerId: string | null },
): Promise<Pick<Row, 'openedBy' | 'personId'> | undefined> {
  const [row] = await sql<Pick<Row, 'openedBy' | 'personId'>[]>`
    delete from console_session where session_id = ${sessionId} and (${ownerId}::text is null or person_id = ${ownerId})
    returning opened_by as "openedBy", person_id as "personId"`;
  return row;
}

/** All of a person, but for one. */
export async function removeSessionsOf(sql: Sql, personId: string, { except = '' } = {}): Promise<void> {
  await sql`delete from console_session where person_id = ${personId} and session_id <> ${except}`;
}

function behind(sql: Sql, { cursor }: PageRequest) {
  if (cursor === undefined) return sql``;
  const [position, last] = readCursor(cursor, 0, '');
  return sql`and ("createdAt", "sessionId") < (${instant(sql, position)}, ${last})`;
}

function toSession({ personCreatedAt, ...row }: Row): ConsoleSession {
  const { sessionId, personId, openedBy, address, userAgent, createdAt, expiresAt } = row;
  return {
    sessionId,
    person: personId === null ? null : toPerson({ ...row, personId, createdAt: personCreatedAt }),
    openedBy,
    address,
    userAgent,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
