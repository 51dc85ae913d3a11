/** States: saved in any order, merged, and removed when no other state needs them. Saving is in `save-state.ts`. */
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import { PageOf } from '../../model/page.ts';
import type { State } from '../../model/state.ts';
import {
  findState,
  insertState,
  listStates,
  listStatesOfFlow,
  lockStates,
  removeState,
  updateState,
} from '../../store/states.ts';
import { recordChange } from '../../store/versions.ts';
import { IfMatch, tagged } from '../contract/entity-tag.ts';
import { AgentPath, NoContent, PlainPageQuery, ref, StatePath } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import {
  checkedMerge,
  checkedState,
  mergeState,
  noState,
  refuseChangedState,
  type StatePatch,
  saveState,
} from './save-state.ts';
import { authorOf, noAgent, reachAgent, reachDraft } from './visibility.ts';

const tags = ['States'];

/** A content message may have 250,000 bytes once rendered; transitions and operations come on top. */
export const MAX_STATE_BYTES = 512 * 1024;
/** States named in a refusal; any others appear in the next one. */
const MAX_DEPENDENTS_NAMED = 5;

export function stateRoutes(server: Server, context: Context): void {
  const { sql } = context;
  server.decorateRequest('warnings');

  server.get(
    '/agents/:agentId/states',
    {
      config: { problems: ['agent_not_found'] },
      schema: {
        operationId: 'listStates',
        summary: 'List states',
        description: 'Ordered by id.',
        tags,
        params: AgentPath,
        querystring: PlainPageQuery,
        response: { 200: PageOf('states', ref('State')) },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const { rows, ...page } = await listStates(sql, agentId, request.query);
      return { states: rows, ...page };
    },
  );

  server.get(
    '/agents/:agentId/states/:stateId',
    {
      config: { tagged: true, problems: ['agent_not_found', 'state_not_found'] },
      schema: {
        operationId: 'getState',
        summary: 'Get a state',
        description: 'As it was saved.',
        tags,
        params: StatePath,
        response: { 200: ref('State') },
      },
    },
    async (request, reply) => {
      const { agentId } = await reachAgent(context, request);
      const state = await findState(sql, agentId, request.params.stateId);
      if (!state) throw noState(request.params.stateId);
      return tagged(reply, state);
    },
  );

  server.post(
    '/agents/:agentId/states/:stateId',
    {
      bodyLimit: MAX_STATE_BYTES,
      ...checkedState(context),
      config: { tagged: true, problems: ['agent_not_found', 'state_exists', 'invalid_liquid'] },
      schema: {
        operationId: 'createState',
        summary: 'Create a state',
        description: 'It may refer to states that do not exist yet: `warnings` lists them.',
        tags,
        params: StatePath,
        body: ref('StateBody'),
        response: { 201: ref('SavedState') },
      },
    },
    async (request, reply) => {
      const agent = await reachDraft(context, request);
      const { params, body, warnings } = request;
      const { stateId } = params;
      const saved = await saveState(context, { agent, request, stateId, operations: body.operations }, (transaction) =>
        insertState(transaction, agent.agentId, stateId, body),
      );
      if (!saved) throw new Problem('state_exists', `The state ${stateId} already exists; replace it with PUT.`);
      return reply.code(201).send(withWarnings(tagged(reply, saved), warnings));
    },
  );

  server.put(
    '/agents/:agentId/states/:stateId',
    {
      bodyLimit: MAX_STATE_BYTES,
      ...checkedState(context),
      config: {
        tagged: true,
        problems: ['agent_not_found', 'state_not_found', 'invalid_liquid', 'changed_since'],
      },
      schema: {
        operationId: 'replaceState',
        summary: 'Replace a state',
        description: 'The whole body is replaced.',
        tags,
        params: StatePath,
        headers: IfMatch,
        body: ref('StateBody'),
        response: { 200: ref('SavedState') },
      },
    },
    async (request, reply) => {
      const agent = await reachDraft(context, request);
      const { params, body, headers, warnings } = request;
      const { stateId } = params;
      const saved = await saveState(
        context,
        { agent, request, stateId, operations: body.operations },
        async (transaction) => {
          await refuseChangedState(transaction, agent.agentId, stateId, headers['if-match']);
          return updateState(transaction, agent.agentId, stateId, body);
        },
      );
      if (!saved) throw noState(stateId);
      return withWarnings(tagged(reply, saved), warnings);
    },
  );

  server.patch(
    '/agents/:agentId/states/:stateId',
    {
      bodyLimit: MAX_STATE_BYTES,
      ...checkedMerge(context),
      config: {
        tagged: true,
        problems: ['agent_not_found', 'state_not_found', 'invalid_liquid', 'changed_since'],
      },
      schema: {
        operationId: 'updateState',
        summary: 'Change a state',
        description:
          'Only the fields that are sent change; `null` removes one. Concurrent changes of different fields all succeed.',
        tags,
        params: StatePath,
        headers: IfMatch,
        body: ref('StatePatch'),
        response: { 200: ref('SavedState') },
      },
    },
    async (request, reply) => {
      const agent = await reachDraft(context, request);
      const { params, headers, warnings } = request;
      const change = { patch: request.body as StatePatch, ifMatch: headers['if-match'] };
      const saved = await mergeState(context, { agent, request, stateId: params.stateId }, change);
      if (!saved) throw noState(params.stateId);
      return withWarnings(tagged(reply, saved), warnings);
    },
  );

  server.delete(
    '/agents/:agentId/states/:stateId',
    {
      config: { problems: ['agent_not_found', 'state_not_found', 'state_in_use', 'changed_since'] },
      schema: {
        operationId: 'deleteState',
        summary: 'Delete a state',
        description: 'Refused with 403 while another state has it as its `flowEntryStateId`.',
        tags,
        params: StatePath,
        headers: IfMatch,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { agentId, accountId } = await reachDraft(context, request);
      const { stateId } = request.params;
      await sql.begin(async (transaction) => {
        if (!(await lockStates(transaction, agentId, 'remove'))) throw noAgent(agentId);
        await refuseChangedState(transaction, agentId, stateId, request.headers['if-match']);
        // Specification, "Deletion rule": a state's reference to itself does not count.
        const dependents = await listStatesOfFlow(transaction, agentId, stateId, MAX_DEPENDENTS_NAMED);
        if (dependents.length > 0) throw inUse(stateId, dependents);
        const before = await removeState(transaction, agentId, stateId);
        if (!before) throw noState(stateId);
        await recordChange(transaction, agentId, authorOf(request.principal), [stateId]);
        await audit(transaction, request, { accountId, agentId, id: stateId, before });
      });
      await context.catalog.forget(agentId);
      return reply.code(204).send(null);
    },
  );
}

function withWarnings(state: State, warnings: FieldError[]) {
  return { ...state, ...(warnings.length > 0 && { warnings }) };
}

function inUse(stateId: string, dependents: string[]): Problem {
  return new Problem('state_in_use', `${stateId} is the flow entry of ${dependents.join(', ')}.`);
}
