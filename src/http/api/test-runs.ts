/** Runs flow tests against the flow of an agent, on a thread of their own; nothing is stored. */
import Type, { type Static } from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { MAX_TESTS, TestId } from '../../model/flow-test.ts';
import type { SuiteResult } from '../../model/test-result.ts';
import { WhichVersion } from '../../model/version.ts';
import { listTestTexts, listTestTextsOfVersion } from '../../store/flow-tests.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { AgentPath, ref } from '../contract/schemas.ts';
import { createShares } from '../contract/shares.ts';
import type { Server } from '../fastify.ts';
import { readFlowText } from './flow.ts';
import { noTest } from './flow-tests.ts';
import { reachAgent } from './visibility.ts';

/** Tests in a request; larger ones are better saved first. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_AT_ONCE = 2;

const TestRunRequest = Type.Object(
  {
    version: Type.Optional(WhichVersion),
    flow: Type.Optional(ref('Flow')),
    play: Type.Optional(
      Type.Boolean({
        description: 'Tell also what each step did, and the values in the end: to play a flow. For one given test.',
      }),
    ),
    tests: Type.Optional(
      Type.Array(Type.Union([TestId, ref('FlowTest')]), {
        minItems: 1,
        maxItems: MAX_TESTS,
        description:
          'Ids of saved tests, or whole tests that need not be saved. If absent: all saved ones, and of a version those that it was published with.',
      }),
    ),
  },
  { additionalProperties: false },
);
type TestRunRequest = Static<typeof TestRunRequest>;

export function testRunRoutes(server: Server, context: Context): void {
  const withShare = createShares(MAX_AT_ONCE, 'test runs');
  server.post(
    '/agents/:agentId/test-runs',
    {
      bodyLimit: MAX_BODY_BYTES,
      config: {
        problems: [
          ...(['agent_not_found', 'test_not_found', 'version_not_found', 'flow_too_large'] as const),
          ...(['too_many_requests', 'not_ready'] as const),
        ],
      },
      schema: {
        operationId: 'runTests',
        summary: 'Run flow tests',
        description:
          'Runs saved or given tests against the flow, or against the given `flow` instead, which need not be saved, and answers with the result of each, and what of the flow they reached together. No connector is called, nothing is stored and nothing is sent. Together they may take 100,000 steps and 20 seconds; tests beyond that are skipped. At most two runs at once per account, then 429.',
        tags: ['Flow tests'],
        params: AgentPath,
        body: TestRunRequest,
        response: { 200: ref('SuiteResult') },
      },
    },
    async (request) => {
      const { agentId, accountId } = await reachAgent(context, request);
      return withShare(accountId, () => runTests(context, agentId, request.body));
    },
  );
}

/** @throws Problem `test_not_found` `version_not_found` `flow_too_large` `not_ready` */
async function runTests(
  context: Context,
  agentId: string,
  { version = 'draft', tests: wanted, flow, play = false }: TestRunRequest,
): Promise<SuiteResult> {
  const { sql } = context;
  const which = version === 'draft' ? null : version;
  const given = wanted?.filter((test) => typeof test === 'object') ?? [];
  if (play && (given.length !== 1 || wanted?.length !== 1)) throw fieldProblem([ONE_TO_PLAY]);
  const testIds = wanted?.filter((test) => typeof test === 'string');
  const saved =
    which !== null && !testIds
      ? await listTestTextsOfVersion(sql, agentId, which)
      : await listTestTexts(sql, agentId, testIds ?? null, MAX_TESTS);
  const found = new Set(saved.map(({ testId }) => testId));
  const missing = testIds?.find((testId) => !found.has(testId));
  if (missing !== undefined) throw noTest(missing);
  const text = flow ? JSON.stringify(flow) : await readFlowText(context, agentId, which);
  const tests = [...saved, ...given.map((test) => ({ testId: null, test: JSON.stringify(test) }))];
  return runSuite(context, { flow: text, tests, play });
}

const ONE_TO_PLAY = { path: '/play', message: 'needs one test in `tests`, given in full' };

/** @throws Problem `not_ready` */
export async function runSuite(context: Context, job: Parameters<Context['runSuite']>[0]): Promise<SuiteResult> {
  return context.runSuite(job).catch((cause: Error) => {
    if (cause.name !== 'WorkEnded') throw cause;
    throw new Problem('not_ready', `The test run ended early: ${cause.message}.`, { cause });
  });
}
