/** The credentials that connectors send. They are written and never read back. */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { NewAuthentication } from '../../model/authentication.ts';
import { PageOf } from '../../model/page.ts';
import {
  insertAuthentication,
  listAuthentications,
  lockAuthentication,
  removeAuthentication,
} from '../../store/authentications.ts';
import { findConnector, listStatesWithOperation } from '../../store/connectors.ts';
import { alsoChecked } from '../contract/also-checked.ts';
import {
  AccountPageQuery,
  AccountQuery,
  AuthenticationPath,
  ConnectorPath,
  NoContent,
  ref,
} from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { MAX_STATES_NAMED, named, noConnector } from './connectors.ts';
import { meantAccount } from './visibility.ts';

const tags = ['Connectors'];

export function authenticationRoutes(server: Server, { sql, encryption, connectors }: Context): void {
  server.get(
    '/connectors/:connectorId/authentications',
    {
      config: { problems: ['connector_not_found'] },
      schema: {
        operationId: 'listAuthentications',
        summary: 'List the credentials of a connector',
        description: 'Newest first, without their secrets.',
        tags,
        params: ConnectorPath,
        querystring: AccountPageQuery,
        response: { 200: PageOf('authentications', ref('Authentication')) },
      },
    },
    async ({ principal, query, params: { connectorId } }) => {
      const accountId = meantAccount(principal, query.accountId);
      if (!(await findConnector(sql, accountId, connectorId))) throw noConnector(connectorId);
      const { rows, ...page } = await listAuthentications(sql, accountId, connectorId, query);
      return { authentications: rows, ...page };
    },
  );

  server.post(
    '/connectors/:connectorId/authentications',
    {
      ...alsoChecked<{ Body: NewAuthentication }>(({ body }) => connectors.checkAuthentication(body)),
      config: { problems: ['connector_not_found'] },
      schema: {
        operationId: 'createAuthentication',
        summary: 'Store a credential for a connector',
        description: 'It is encrypted at rest and never returned. States refer to it by its `authenticationId`.',
        tags,
        params: ConnectorPath,
        querystring: AccountQuery,
        body: ref('NewAuthentication'),
        response: { 201: ref('Authentication') },
      },
    },
    async (request, reply) => {
      const { principal, query, body } = request;
      const { connectorId } = request.params;
      const owner = {
        accountId: meantAccount(principal, query.accountId),
        connectorId,
        authenticationId: newId('auth'),
      };
      const authentication = await sql.begin(async (transaction) => {
        const after = await insertAuthentication(transaction, encryption, owner, body);
        if (!after) throw noConnector(connectorId);
        await audit(transaction, request, { accountId: owner.accountId, id: owner.authenticationId, after });
        return after;
      });
      return reply.code(201).send(authentication);
    },
  );

  server.delete(
    '/connectors/:connectorId/authentications/:authenticationId',
    {
      config: { problems: ['authentication_not_found', 'authentication_in_use'] },
      schema: {
        operationId: 'deleteAuthentication',
        summary: 'Delete a credential of a connector',
        description: 'Refused while a state uses it.',
        tags,
        params: AuthenticationPath,
        querystring: AccountQuery,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { principal, query, params } = request;
      const { connectorId, authenticationId } = params;
      const accountId = meantAccount(principal, query.accountId);
      await sql.begin(async (transaction) => {
        const authentication = { accountId, connectorId, authenticationId };
        if (!(await lockAuthentication(transaction, authentication))) throw noAuthentication(authenticationId);
        const states = await listStatesWithOperation(transaction, accountId, { authenticationId }, MAX_STATES_NAMED);
        if (states.length > 0) {
          throw new Problem('authentication_in_use', `${authenticationId} is used by ${named(states)}.`);
        }
        const before = await removeAuthentication(transaction, authenticationId);
        if (before) await audit(transaction, request, { accountId, id: authenticationId, before });
      });
      return reply.code(204).send(null);
    },
  );
}

function noAuthentication(authenticationId: string): Problem {
  return new Problem('authentication_not_found', `There is no authentication ${authenticationId}.`);
}
