/** Versions of an agent's flow: published, made live, compared. What users then get is decided in `turns/flow.ts`. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Context } from '../../context.ts';
import type { Agent } from '../../model/agent.ts';
import { diffOf } from '../../model/flow-diff.ts';
import { PageOf } from '../../model/page.ts';
import type { ActivationRequest, FlowVersion } from '../../model/version.ts';
import { findAgent } from '../../store/agents.ts';
import { findFlowMark, listDifferences, type WhichFlow } from '../../store/flows.ts';
import { findVersion, listVersions } from '../../store/versions.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { AgentPath, PlainPageQuery, ref, VersionPath } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { noVersion, readFlow } from './flow.ts';
import { findPublishProblem } from './publish-checks.ts';
import { activate, isExplicit, publish } from './publishing.ts';
import { saveFlow } from './save-flow.ts';
import { noAgent, reachAgent } from './visibility.ts';

const tags = ['Flows'];

const ONLY_EXPLICIT = 'must be 100 unless `publishing` is `explicit`';

const DiffPath = Type.Object({
  ...VersionPath.properties,
  other: Type.String({ pattern: '^([1-9][0-9]{0,8}|draft)$', description: 'A version, or `draft`.' }),
});

export function versionRoutes(server: Server, context: Context): void {
  const { sql } = context;

  server.get(
    '/agents/:agentId/versions',
    {
      config: { problems: ['agent_not_found'] },
      schema: {
        operationId: 'listVersions',
        summary: 'List versions',
        description:
          'Newest first. With `publishing` `immediate` they are the history of the flow: changes by one author within a minute are one version. Versions are kept for 30 days, and the last ten, those that are live and those with sessions for longer.',
        tags,
        params: AgentPath,
        querystring: PlainPageQuery,
        response: { 200: PageOf('versions', ref('FlowVersion')) },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const { rows, ...page } = await listVersions(sql, agentId, await rolloutOf(context, agentId), request.query);
      return { versions: rows, ...page };
    },
  );

  server.post(
    '/agents/:agentId/versions',
    {
      config: {
        problems: ['agent_not_found', 'flow_invalid', 'tests_failed', 'flow_too_large', 'changed_since'],
      },
      schema: {
        operationId: 'publishVersion',
        summary: 'Publish a version',
        description:
          'Checks the draft and runs its tests, freezes it as the next version and makes that live for new conversations, all or nothing. With `publishing` `immediate` the draft is live anyway: this gives it a number and a message.',
        tags,
        params: AgentPath,
        body: ref('NewVersion'),
        response: { 201: ref('FlowVersion') },
      },
    },
    async (request, reply) => {
      const agent = await reachAgent(context, request);
      const { message, activate: isActivated = true, force = false } = request.body;
      const draft = await readFlow(context, agent.agentId, null);
      const problem = await findPublishProblem({ context, agent, request, flow: draft.flow });
      if (problem && !force) throw problem;
      const publication = { message, forced: problem !== null, activate: isActivated };
      const version = await publish(context, request, { agentId: agent.agentId, draft, publication });
      return reply.code(201).send(await getVersion(context, agent.agentId, version));
    },
  );

  server.get(
    '/agents/:agentId/versions/:version',
    {
      config: { problems: ['agent_not_found', 'version_not_found'] },
      schema: {
        operationId: 'getVersion',
        summary: 'Get a version',
        description: 'Its flow is at `GET /agents/{agentId}/flow?version=`.',
        tags,
        params: VersionPath,
        response: { 200: ref('FlowVersion') },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      return getVersion(context, agentId, Number(request.params.version));
    },
  );

  server.post(
    '/agents/:agentId/versions/:version/activate',
    {
      config: {
        problems: ['agent_not_found', 'version_not_found', 'flow_invalid', 'tests_failed', 'flow_too_large'],
      },
      schema: {
        operationId: 'activateVersion',
        summary: 'Make a version live',
        description:
          'For new conversations, or for a part of the phone numbers; an older one is a rollback. Which part is always the same people: those who have a version at 10 percent still have it at 50. With `publishing` `immediate` the draft becomes that version.',
        tags,
        params: VersionPath,
        body: ref('ActivationRequest'),
        response: { 200: ref('FlowVersion') },
      },
    },
    async (request) => {
      const agent = await reachAgent(context, request);
      const version = Number(request.params.version);
      const { percent = 100, sessions = 'keep' } = request.body as ActivationRequest;
      // Not from the cache: another process may have changed it just now.
      const current = await findAgent(sql, agent.agentId);
      if (!current) throw noAgent(agent.agentId);
      if (isExplicit(current)) await activate(context, request, agent.agentId, { version, percent, sessions });
      else if (percent < 100) throw fieldProblem([{ path: '/percent', message: ONLY_EXPLICIT }]);
      else await restore(context, current, request, version);
      return getVersion(context, agent.agentId, version);
    },
  );

  server.get(
    '/agents/:agentId/versions/:version/diff/:other',
    {
      config: { problems: ['agent_not_found', 'version_not_found'] },
      schema: {
        operationId: 'diffVersions',
        summary: 'Compare two versions',
        description: 'How the second, or the draft, differs from the first, state by state and path by path.',
        tags,
        params: DiffPath,
        response: { 200: ref('FlowDiff') },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const { version: first, other } = request.params;
      const version = Number(first);
      const after = other === 'draft' ? null : Number(other);
      const [old, fresh] = await Promise.all([settingsOf(version), settingsOf(after)]);
      return diffOf(await listDifferences(sql, agentId, version, after), old, fresh);

      async function settingsOf(which: WhichFlow) {
        const found = await findFlowMark(sql, agentId, which);
        if (!found) throw which === null ? noAgent(agentId) : noVersion(which);
        return found.settings;
      }
    },
  );
}

/** With `immediate` a version is live by being the draft. */
async function restore(context: Context, agent: Agent, request: FastifyRequest, version: number): Promise<void> {
  const { flow } = await readFlow(context, agent.agentId, version);
  const problem = await findPublishProblem({ context, agent, request, flow });
  if (problem) throw problem;
  await saveFlow(context, agent, flow, { request, id: String(version) });
}

/** Not from the cache: another process may have changed it just now. */
async function rolloutOf({ sql }: Context, agentId: string) {
  return (await findAgent(sql, agentId))?.rollout;
}

/** @throws Problem `version_not_found` */
async function getVersion(context: Context, agentId: string, version: number): Promise<FlowVersion> {
  const found = await findVersion(context.sql, agentId, await rolloutOf(context, agentId), version);
  if (!found) throw noVersion(version);
  return found;
}
