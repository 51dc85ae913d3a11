/** What was set aside because its turn failed again and again: for the operator to see. */
import type { Context } from '../context.ts';
import { PageOf } from '../model/page.ts';
import { listFailedItems } from '../store/failed-items.ts';
import { PlainPageQuery, ref } from './schemas.ts';
import type { Server } from './server.ts';

export function failedItemRoutes(server: Server, { sql }: Context): void {
  server.get(
    '/failed-items',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listFailedItems',
        summary: 'List failed items',
        description:
          'What arrived and was set aside after five failed turns, so that its conversation could go on. Newest first.',
        tags: ['Operation'],
        querystring: PlainPageQuery,
        response: { 200: PageOf('failedItems', ref('FailedItem')) },
      },
    },
    async ({ query }) => {
      const { rows, ...page } = await listFailedItems(sql, query);
      return { failedItems: rows, ...page };
    },
  );
}
