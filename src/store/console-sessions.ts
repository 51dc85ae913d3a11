/** The log-ins to the console: of people, and with the operator key. */
import type { ConsoleSession, OpenedBy } from '../model/console-session.ts';
import type { Role } from '../model/role.ts';
import type { Sql } from './sql.ts';

type Row = {
  sessionId: string;
  openedBy: OpenedBy;
  address: string;
  userAgent: string | null;
  createdAt: Date;
  expiresAt: Date;
  personId: string | null;
  name: string;
  email: string;
  role: Role;
  disabled: boolean;
  personCreatedAt: Date;
  lastLogInAt: Date | null;
};

export type NewConsoleSession = Pick<
  Row,
  'sessionId' | 'openedBy' | 'address' | 'userAgent' | 'createdAt' | 'expiresAt'
> & {
  /** Null: of whoever has the operator key. */
  personId: string | null;
};

const selected = (sql: Sql) => sql`
  select session_id as "sessionId", opened_by as "openedBy", address, user_agent as "userAgent",
    console_session.created_at as "createdAt", expires_at as "expiresAt", person_id as "personId", name, email, role,
    disabled, person.created_at as "personCreatedAt", last_log_in_at as "lastLogInAt"
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

/** Whether there was one. */
export async function removeConsoleSession(sql: Sql, digest: Buffer): Promise<boolean> {
  const { count } = await sql`delete from console_session where session_digest = ${digest}`;
  return count > 0;
}

/** All of a person. */
export async function removeSessionsOf(sql: Sql, personId: string): Promise<void> {
  await sql`delete from console_session where person_id = ${personId}`;
}

function toSession({
  personId,
  name,
  email,
  role,
  disabled,
  personCreatedAt,
  lastLogInAt,
  ...row
}: Row): ConsoleSession {
  const { sessionId, openedBy, address, userAgent, createdAt, expiresAt } = row;
  const [entered, made] = [lastLogInAt?.toISOString() ?? null, personCreatedAt?.toISOString()];
  return {
    sessionId,
    person: personId === null ? null : { personId, name, email, role, disabled, createdAt: made, lastLogInAt: entered },
    openedBy,
    address,
    userAgent,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
