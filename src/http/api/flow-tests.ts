/** Flow tests that are kept with an agent: they belong to its draft. Running them is in `test-runs.ts`. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { MAX_TESTS, MAX_TESTS_BYTES, TestId } from '../../model/flow-test.ts';
import { PageOf } from '../../model/page.ts';
import { findTest, listTests, removeTest, writeTest } from '../../store/flow-tests.ts';
import { lockStates } from '../../store/states.ts';
import { AgentPath, NoContent, PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { noAgent, reachAgent } from './visibility.ts';

const tags = ['Flow tests'];

const LIMITS = { maxTests: MAX_TESTS, maxBytes: MAX_TESTS_BYTES };

const TestPath = Type.Object({ agentId: AgentPath.properties.agentId, testId: TestId });

export function flowTestRoutes(server: Server, context: Context): void {
  const { sql } = context;

  server.get(
    '/agents/:agentId/tests',
    {
      config: { problems: ['agent_not_found'] },
      schema: {
        operationId: 'listTests',
        summary: 'List flow tests',
        description: 'Ordered by id; what is in them is in the single tests.',
        tags,
        params: AgentPath,
        querystring: PlainPageQuery,
        response: { 200: PageOf('tests', ref('FlowTestSummary')) },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const { rows, ...page } = await listTests(sql, agentId, request.query);
      return { tests: rows, ...page };
    },
  );

  server.get(
    '/agents/:agentId/tests/:testId',
    {
      config: { problems: ['agent_not_found', 'test_not_found'] },
      schema: {
        operationId: 'getTest',
        summary: 'Get a flow test',
        description: 'The document, as it was saved.',
        tags,
        params: TestPath,
        response: { 200: ref('FlowTest') },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const test = await findTest(sql, agentId, request.params.testId);
      if (!test) throw noTest(request.params.testId);
      return test;
    },
  );

  server.put(
    '/agents/:agentId/tests/:testId',
    {
      config: { problems: ['agent_not_found', 'too_many_tests'] },
      schema: {
        operationId: 'putTest',
        summary: 'Save a flow test',
        description: `Creates it, or replaces the one of this id. It is not run: that is \`POST …/test-runs\`. An agent may have up to ${MAX_TESTS}.`,
        tags,
        params: TestPath,
        body: ref('FlowTest'),
        response: { 200: ref('FlowTestSummary') },
      },
    },
    async (request) => {
      const { agentId, accountId } = await reachAgent(context, request);
      const { testId: id } = request.params;
      return sql.begin(async (transaction) => {
        if (!(await lockStates(transaction, agentId, 'save'))) throw noAgent(agentId);
        const before = await findTest(transaction, agentId, id);
        const saved = await writeTest(transaction, agentId, id, request.body, LIMITS);
        if (!saved) throw tooMany();
        await audit(transaction, request, { accountId, agentId, id, ...(before && { before }), after: request.body });
        return saved;
      });
    },
  );

  server.delete(
    '/agents/:agentId/tests/:testId',
    {
      config: { problems: ['agent_not_found', 'test_not_found'] },
      schema: {
        operationId: 'deleteTest',
        summary: 'Delete a flow test',
        description: 'Versions keep the tests that they were published with.',
        tags,
        params: TestPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { agentId, accountId } = await reachAgent(context, request);
      const { testId: id } = request.params;
      await sql.begin(async (transaction) => {
        const before = await findTest(transaction, agentId, id);
        if (!before || !(await removeTest(transaction, agentId, id))) throw noTest(id);
        await audit(transaction, request, { accountId, agentId, id, before });
      });
      return reply.code(204).send(null);
    },
  );
}

export function noTest(testId: string): Problem {
  return new Problem('test_not_found', `The agent has no test ${testId}.`);
}

function tooMany(): Problem {
  const detail = `An agent may have ${MAX_TESTS} tests, of ${MAX_TESTS_BYTES / 1024 ** 2} MiB together.`;
  return new Problem('too_many_tests', detail);
}
