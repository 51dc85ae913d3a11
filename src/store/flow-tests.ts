/** The flow tests of agents. For a run they are read as text: they go to a thread, which parses them. */
import { type FlowTest, type FlowTestSummary, MAX_TESTS } from '../model/flow-test.ts';
import type { Page, PageRequest } from '../model/page.ts';
import { pageOf, readCursor, rowsToAsk } from './page.ts';
import { jsonValue } from './rows.ts';
import type { Sql } from './sql.ts';

type Row = Omit<FlowTestSummary, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

const columns = (sql: Sql) => sql`
  test_id as "testId", title, steps, created_at as "createdAt", updated_at as "updatedAt"`;

export async function findTest(sql: Sql, agentId: string, testId: string): Promise<FlowTest | undefined> {
  const [row] = await sql<{ body: FlowTest }[]>`
    select body from flow_test where agent_id = ${agentId} and test_id = ${testId}`;
  return row?.body;
}

/** By testId. */
export async function listTests(sql: Sql, agentId: string, request: PageRequest): Promise<Page<FlowTestSummary>> {
  const [behind] = request.cursor === undefined ? [null] : readCursor(request.cursor, '');
  const rows = await sql<Row[]>`
    select ${columns(sql)} from flow_test
    where agent_id = ${agentId} and (${behind}::text is null or test_id collate "C" > ${behind})
    order by test_id collate "C" limit ${rowsToAsk(request)}`;
  return pageOf(rows, request, (row) => [row.testId], toSummary);
}

/** Those of these ids, or all: `limit` is above what an agent may have. By testId. */
export async function listTestTexts(
  sql: Sql,
  agentId: string,
  testIds: string[] | null,
  limit: number,
): Promise<{ testId: string; test: string }[]> {
  return sql<{ testId: string; test: string }[]>`
    select test_id as "testId", body::text as test from flow_test
    where agent_id = ${agentId} and (${testIds}::text[] is null or test_id = any(${testIds}))
    order by test_id collate "C" limit ${limit}`;
}

/** Those that a version was published with. By testId. */
export async function listTestTextsOfVersion(
  sql: Sql,
  agentId: string,
  version: number,
): Promise<{ testId: string; test: string }[]> {
  return sql<{ testId: string; test: string }[]>`
    select test_id as "testId", body::text as test from version_test
    where agent_id = ${agentId} and version = ${version}
    order by test_id collate "C" limit ${MAX_TESTS}`;
}

/** Keeps the tests of the draft with a version that is being made of it. */
export async function freezeTests(sql: Sql, agentId: string, version: number): Promise<void> {
  await sql`
    insert into version_test (agent_id, version, test_id, body)
    select agent_id, ${version}, test_id, body from flow_test where agent_id = ${agentId}`;
}

/** Creates it or replaces it. Undefined when the agent would then have more than the limits allow. */
export async function writeTest(
  sql: Sql,
  agentId: string,
  testId: string,
  test: FlowTest,
  limits: { maxTests: number; maxBytes: number },
): Promise<FlowTestSummary | undefined> {
  const [row] = await sql<Row[]>`
    insert into flow_test (agent_id, test_id, body)
    select ${agentId}, ${testId}, ${jsonValue(sql, test)}
    from (
      select count(*) as count, coalesce(sum(octet_length(body::text)), 0) as bytes
      from flow_test where agent_id = ${agentId} and test_id <> ${testId}
    ) as others
    where count < ${limits.maxTests} and bytes + ${Buffer.byteLength(JSON.stringify(test))} <= ${limits.maxBytes}
    on conflict (agent_id, test_id) do update set body = excluded.body, updated_at = now()
    returning ${columns(sql)}`;
  return row && toSummary(row);
}

/** Whether there was one. */
export async function removeTest(sql: Sql, agentId: string, testId: string): Promise<boolean> {
  const { count } = await sql`delete from flow_test where agent_id = ${agentId} and test_id = ${testId}`;
  return count > 0;
}

function toSummary({ createdAt, updatedAt, ...row }: Row): FlowTestSummary {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
