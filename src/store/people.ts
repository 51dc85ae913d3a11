/** Those who log in to the console. Their sessions and links go with them. */

import type { Page, PageRequest } from '../model/page.ts';
import type { NewPerson, Person, PersonPatch } from '../model/person.ts';
import { after, type Paged, pageOf, position, rowsToAsk } from './page.ts';
import { isUniqueViolation, type Sql } from './sql.ts';

export type PersonRow = Omit<Person, 'createdAt' | 'lastLogInAt'> & { createdAt: Date; lastLogInAt: Date | null };

const columns = (sql: Sql) => sql`
  person_id as "personId", name, email, role, disabled, password_hash is not null as "hasPassword",
  created_at as "createdAt", last_log_in_at as "lastLogInAt"`;

export async function listPeople(sql: Sql, request: PageRequest): Promise<Page<Person>> {
  const rows = await sql<(PersonRow & Paged)[]>`
    select ${columns(sql)}, ${position(sql)} from person
    where true ${after(sql, request, sql`person_id`)}
    order by created_at desc, person_id desc limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.position, row.personId], toPerson);
}

export async function findPersonForUpdate(sql: Sql, personId: string): Promise<Person | undefined> {
  const [row] = await sql<PersonRow[]>`select ${columns(sql)} from person where person_id = ${personId} for update`;
  return row && toPerson(row);
}

/** Undefined when somebody has the address already. */
export async function insertPerson(
  sql: Sql,
  { personId, name, email, role }: NewPerson & { personId: string },
): Promise<Person | undefined> {
  const [row] = await sql<PersonRow[]>`
    insert into person (person_id, name, email, role) values (${personId}, ${name}, ${email.toLowerCase()}, ${role})
    on conflict (email) do nothing returning ${columns(sql)}`;
  return row && toPerson(row);
}

/** Undefined when somebody else has the address; the transaction has then failed. */
export async function updatePerson(sql: Sql, before: Person, patch: PersonPatch): Promise<Person | undefined> {
  const { personId, name, email, role, disabled } = { ...before, ...patch };
  try {
    const [row] = await sql<PersonRow[]>`
      update person set name = ${name}, email = ${email.toLowerCase()}, role = ${role}, disabled = ${disabled}
      where person_id = ${personId} returning ${columns(sql)}`;
    return row && toPerson(row);
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Of whoever may log in with the address; `hash` null: they have none. */
export async function findPassword(
  sql: Sql,
  email: string,
): Promise<{ personId: string; hash: string | null } | undefined> {
  const [row] = await sql<{ personId: string; hash: string | null }[]>`
    select person_id as "personId", password_hash as hash from person
    where email = ${email.toLowerCase()} and not disabled`;
  return row;
}

/** Of whoever may log in with the address, which is in lower case. */
export async function findPersonByEmail(sql: Sql, email: string): Promise<string | undefined> {
  const [row] = await sql<{ personId: string }[]>`
    select person_id as "personId" from person where email = ${email} and not disabled`;
  return row?.personId;
}

export async function updatePassword(sql: Sql, personId: string, hash: string): Promise<void> {
  await sql`update person set password_hash = ${hash} where person_id = ${personId}`;
}

/** What it was; undefined when there was none. */
export async function removePerson(sql: Sql, personId: string): Promise<Person | undefined> {
  const [row] = await sql<PersonRow[]>`delete from person where person_id = ${personId} returning ${columns(sql)}`;
  return row && toPerson(row);
}

/** Without whatever else the row has. */
export function toPerson({ createdAt, lastLogInAt, ...row }: PersonRow): Person {
  const { personId, name, email, role, disabled, hasPassword } = row;
  return {
    personId,
    name,
    email,
    role,
    disabled,
    hasPassword,
    createdAt: createdAt.toISOString(),
    lastLogInAt: lastLogInAt?.toISOString() ?? null,
  };
}
