/** API connectors that an account defines. Their code is in `connectors/`; credentials are in `authentications.ts`. */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import type { NewConnector } from '../../model/connector.ts';
import { PageOf } from '../../model/page.ts';
import { getAccount } from '../../store/accounts.ts';
import { listAuthentications } from '../../store/authentications.ts';
import {
  findConnector,
  insertConnector,
  listConnectors,
  listStatesWithOperation,
  lockConnector,
  removeConnector,
  type StateAddress,
  updateConnector,
} from '../../store/connectors.ts';
import type { Sql } from '../../store/sql.ts';
import type { Principal } from '../auth/principal.ts';
import { alsoChecked } from '../contract/also-checked.ts';
import { AccountPageQuery, AccountQuery, ConnectorPath, NoContent, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { isAuthor, meantAccount, refuseAuthor } from './visibility.ts';

const tags = ['Connectors'];

/** States named in a refusal. */
export const MAX_STATES_NAMED = 5;

export function connectorRoutes(server: Server, context: Context): void {
  const { sql } = context;

  server.get(
    '/connectors',
    {
      config: { problems: ['account_not_found'] },
      schema: {
        operationId: 'listConnectors',
        summary: 'List connectors',
        description: 'Those of one account, newest first, without the built-in `http`.',
        tags,
        querystring: AccountPageQuery,
        response: { 200: PageOf('connectors', ref('Connector')) },
      },
    },
    async ({ principal, query }) => {
      const { rows, ...page } = await listConnectors(sql, meantAccount(principal, query.accountId), query);
      return { connectors: rows, ...page };
    },
  );

  server.post(
    '/connectors',
    {
      ...alsoChecked<{ Body: NewConnector }>(({ body }) => context.connectors.checkConnector(body)),
      config: { problems: ['account_not_found', 'connector_exists'] },
      schema: {
        operationId: 'createConnector',
        summary: 'Define a connector',
        description: "An API's address and the operations that states may call there.",
        tags,
        querystring: AccountQuery,
        body: ref('NewConnector'),
        response: { 201: ref('Connector') },
      },
    },
    async (request, reply) => {
      const { principal, query, body } = request;
      const { accountId } = await getAccount(sql, meantAccount(principal, query.accountId));
      const { connectorId, ...definition } = body;
      const connector = await sql.begin(async (transaction) => {
        const after = await insertConnector(transaction, accountId, connectorId, definition);
        if (!after) throw new Problem('connector_exists', `The connector ${connectorId} already exists.`);
        await audit(transaction, request, { accountId, id: connectorId, after });
        return after;
      });
      return reply.code(201).send(connector);
    },
  );

  server.get(
    '/connectors/:connectorId',
    {
      config: { problems: ['connector_not_found'] },
      schema: {
        operationId: 'getConnector',
        summary: 'Get a connector',
        description: 'As it was defined.',
        tags,
        params: ConnectorPath,
        querystring: AccountQuery,
        response: { 200: ref('Connector') },
      },
    },
    async ({ principal, query, params: { connectorId } }) => {
      const connector = await findConnector(sql, meantAccount(principal, query.accountId), connectorId);
      if (!connector) throw noConnector(connectorId);
      return connector;
    },
  );

  server.put(
    '/connectors/:connectorId',
    {
      ...alsoChecked<{ Params: Pick<NewConnector, 'connectorId'>; Body: Omit<NewConnector, 'connectorId'> }>(
        ({ params, body }) => context.connectors.checkConnector({ ...params, ...body }),
      ),
      config: { problems: ['connector_not_found'] },
      schema: {
        operationId: 'replaceConnector',
        summary: 'Replace a connector',
        description: 'Its credentials stay. States that call an operation it no longer has fail there when they run.',
        tags,
        params: ConnectorPath,
        querystring: AccountQuery,
        body: ref('ConnectorDefinition'),
        response: { 200: ref('Connector') },
      },
    },
    async (request) => {
      const { principal, query, params, body } = request;
      const { connectorId: id } = params;
      const accountId = meantAccount(principal, query.accountId);
      return sql.begin(async (transaction) => {
        await lockConnector(transaction, accountId, id);
        const before = await findConnector(transaction, accountId, id);
        if (before && before.baseUrl !== body.baseUrl)
          await keepCredentials(transaction, principal, { accountId, connectorId: id });
        const after = await updateConnector(transaction, accountId, id, body);
        if (!before || !after) throw noConnector(id);
        await audit(transaction, request, { accountId, id, before, after });
        return after;
      });
    },
  );

  server.delete(
    '/connectors/:connectorId',
    {
      config: { problems: ['connector_not_found', 'connector_in_use'] },
      schema: {
        operationId: 'deleteConnector',
        summary: 'Delete a connector',
        description: 'With its credentials. Refused while a state uses it.',
        tags,
        params: ConnectorPath,
        querystring: AccountQuery,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { principal, query, params } = request;
      const { connectorId } = params;
      const accountId = meantAccount(principal, query.accountId);
      await sql.begin(async (transaction) => {
        if (!(await lockConnector(transaction, accountId, connectorId))) throw noConnector(connectorId);
        const states = await listStatesWithOperation(transaction, accountId, { connectorId }, MAX_STATES_NAMED);
        if (states.length > 0) throw new Problem('connector_in_use', `${connectorId} is used by ${named(states)}.`);
        await keepCredentials(transaction, principal, { accountId, connectorId });
        const before = await removeConnector(transaction, accountId, connectorId);
        if (before) await audit(transaction, request, { accountId, id: connectorId, before });
      });
      return reply.code(204).send(null);
    },
  );
}

/** Where a connector leads, its credentials go. @throws Problem `insufficient_role` for an author, where there are some */
async function keepCredentials(
  transaction: Sql,
  principal: Principal,
  { accountId, connectorId }: { accountId: string; connectorId: string },
): Promise<void> {
  if (!isAuthor(principal)) return;
  const { rows } = await listAuthentications(transaction, accountId, connectorId, { limit: 1 });
  if (rows.length > 0) refuseAuthor(principal, `${connectorId} has credentials`);
}

export function noConnector(connectorId: string): Problem {
  return new Problem('connector_not_found', `There is no connector ${connectorId}.`);
}

/** For a sentence: the first states that still use it. */
export function named(states: StateAddress[]): string {
  return states.map(({ agentId, stateId }) => `state ${stateId} of agent ${agentId}`).join(', ');
}
