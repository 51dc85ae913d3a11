/** Accounts: the tenants of this service. One named `default` exists from the start. */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { PageOf } from '../../model/page.ts';
import { insertAccount, listAccounts } from '../../store/accounts.ts';
import { PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';

const tags = ['Accounts'];

export function accountRoutes(server: Server, { sql }: Context): void {
  server.get(
    '/accounts',
    {
      schema: {
        operationId: 'listAccounts',
        summary: 'List accounts',
        description: 'Newest first.',
        tags,
        querystring: PlainPageQuery,
        response: { 200: PageOf('accounts', ref('Account')) },
      },
    },
    async ({ query }) => {
      const { rows, ...page } = await listAccounts(sql, query);
      return { accounts: rows, ...page };
    },
  );

  server.post(
    '/accounts',
    {
      config: { problems: ['account_exists'] },
      schema: {
        operationId: 'createAccount',
        summary: 'Create an account',
        description: 'Its clients see its own brands and agents, and nothing that belongs to other accounts.',
        tags,
        body: ref('NewAccount'),
        response: { 201: ref('Account') },
      },
    },
    async (request, reply) => {
      const { name } = request.body;
      const account = await sql.begin(async (transaction) => {
        const made = await insertAccount(transaction, { accountId: newId('account'), name });
        if (!made) throw new Problem('account_exists', `An account named ${name} already exists.`);
        const { accountId } = made;
        await audit(transaction, request, { accountId, id: accountId, after: made });
        return made;
      });
      return reply.code(201).send(account);
    },
  );
}
