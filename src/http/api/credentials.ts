/** Client credentials: issued and removed by the operator, exchanged for access tokens at the token endpoint. */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { newId, newSecret } from '../../ids.ts';
import { PageOf } from '../../model/page.ts';
import { secretDigest } from '../../secrets/digest.ts';
import { getAccount } from '../../store/accounts.ts';
import { insertCredential, listCredentials, removeCredential } from '../../store/credentials.ts';
import { AccountPageQuery, ClientPath, NoContent, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { listedAccount, meantAccount } from './visibility.ts';

const tags = ['Credentials'];

const CLIENT_ID_PREFIX = 'client';
const SECRET_PREFIX = 'secret';

export function credentialRoutes(server: Server, { sql }: Context): void {
  server.get(
    '/credentials',
    {
      schema: {
        operationId: 'listCredentials',
        summary: 'List credentials',
        description: 'Newest first, without their secrets.',
        tags,
        querystring: AccountPageQuery,
        response: { 200: PageOf('credentials', ref('Credential')) },
      },
    },
    async ({ principal, query }) => {
      const { rows, ...page } = await listCredentials(sql, listedAccount(principal, query.accountId), query);
      return { credentials: rows, ...page };
    },
  );

  server.post(
    '/credentials',
    {
      config: { problems: ['account_not_found'] },
      schema: {
        operationId: 'createCredential',
        summary: 'Create a client credential',
        description:
          'The secret is in this response and nowhere else. An account can have several credentials, so that a new one is in use before the old one is deleted. With `scopes` its tokens may do no more than these, whatever they ask for; they cannot be changed later.',
        tags,
        body: ref('NewCredential'),
        response: { 201: ref('CredentialWithSecret') },
      },
    },
    async (request, reply) => {
      const { principal, body } = request;
      const { accountId } = await getAccount(sql, meantAccount(principal, body.accountId));
      const clientSecret = newSecret(SECRET_PREFIX);
      const credential = await sql.begin(async (transaction) => {
        const made = await insertCredential(transaction, {
          clientId: newClientId(),
          accountId,
          name: body.name,
          ...(body.scopes && { scopes: body.scopes }),
          secretDigest: secretDigest(clientSecret),
        });
        await audit(transaction, request, { accountId, id: made.clientId, after: made });
        return made;
      });
      return reply.code(201).send({ ...credential, clientSecret });
    },
  );

  server.delete(
    '/credentials/:clientId',
    {
      config: { problems: ['credential_not_found'] },
      schema: {
        operationId: 'deleteCredential',
        summary: 'Delete a client credential',
        description: 'It gets no new tokens, and its existing ones are refused within 30 seconds.',
        tags,
        params: ClientPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { clientId } = request.params;
      const removed = await sql.begin(async (transaction) => {
        const before = await removeCredential(transaction, clientId);
        if (before) await audit(transaction, request, { accountId: before.accountId, id: clientId, before });
        return before;
      });
      server.authentication.forgetClient(clientId);
      if (!removed) throw new Problem('credential_not_found', `There is no credential ${clientId}.`);
      return reply.code(204).send(null);
    },
  );
}

/** Letters and digits only: `client-authentication.ts` looks up nothing else. */
function newClientId(): string {
  return newId(CLIENT_ID_PREFIX).replace('_', '');
}
