/** Brands: made by the operator, listed by clients. */
import type { Context } from '../../context.ts';
import { newId } from '../../ids.ts';
import { PageOf } from '../../model/page.ts';
import { getAccount } from '../../store/accounts.ts';
import { insertBrand, listBrands } from '../../store/brands.ts';
import { AccountPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { listedAccount, meantAccount } from './visibility.ts';

const tags = ['Brands'];

export function brandRoutes(server: Server, { sql }: Context): void {
  server.get(
    '/brands',
    {
      config: { problems: ['account_not_found'] },
      schema: {
        operationId: 'listBrands',
        summary: 'List brands',
        description: 'Newest first.',
        tags,
        querystring: AccountPageQuery,
        response: { 200: PageOf('brands', ref('Brand')) },
      },
    },
    async ({ principal, query }) => {
      const { rows, ...page } = await listBrands(sql, listedAccount(principal, query.accountId), query);
      return { brands: rows, ...page };
    },
  );

  server.post(
    '/brands',
    {
      config: { problems: ['account_not_found'] },
      schema: {
        operationId: 'createBrand',
        summary: 'Create a brand',
        description: 'A brand belongs to one account, and an agent to one brand.',
        tags,
        body: ref('NewBrand'),
        response: { 201: ref('Brand') },
      },
    },
    async (request, reply) => {
      const { principal, body } = request;
      const { accountId } = await getAccount(sql, meantAccount(principal, body.accountId));
      const brand = await sql.begin(async (transaction) => {
        const made = await insertBrand(transaction, { brandId: newId('brand'), accountId, name: body.name });
        await audit(transaction, request, { accountId, id: made.brandId, after: made });
        return made;
      });
      return reply.code(201).send(brand);
    },
  );
}
