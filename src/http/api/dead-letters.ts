/** What was set aside because its turn failed again and again: for the operator to see, to put back, or to forget. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { PageOf } from '../../model/page.ts';
import { deleteFailedItem, type FailedItemKey, listFailedItems, retryFailedItem } from '../../store/failed-items.ts';
import { NoContent, PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';

const digits = (most: number) => Type.String({ pattern: `^[0-9]{1,${most}}$`, description: 'As in the list.' });
const FailedItemPath = Type.Object({ lane: digits(9), seq: digits(15) });
const Retried = Type.Object({
  lane: Type.Integer(),
  seq: Type.Integer({ description: 'Its new place: it waits behind all that has arrived by now.' }),
});

export function failedItemRoutes(server: Server, { sql }: Context): void {
  const tags = ['Operation'];

  server.get(
    '/failed-items',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listFailedItems',
        summary: 'List failed items',
        description:
          'What was set aside after its turn, or the dispatch of its message (kind `dispatch`), had failed five times, or the process had died of it ten times, so that its conversation could go on. Newest first.',
        tags,
        querystring: PlainPageQuery,
        response: { 200: PageOf('failedItems', ref('FailedItem')) },
      },
    },
    async ({ query }) => {
      const { rows, ...page } = await listFailedItems(sql, query);
      return { failedItems: rows, ...page };
    },
  );

  server.post(
    '/failed-items/:lane/:seq/retry',
    {
      config: { access: 'operator', problems: ['failed_item_not_found'] },
      schema: {
        operationId: 'retryFailedItem',
        summary: 'Put a failed item back',
        description:
          'When what made its turn fail is repaired: it is taken up again as if it had arrived now, under its message id.',
        tags,
        params: FailedItemPath,
        response: { 202: Retried },
      },
    },
    async ({ params }, reply) => {
      const key = keyOf(params);
      const seq = await retryFailedItem(sql, key);
      if (seq === null) throw notFound(key);
      return reply.code(202).send({ lane: key.lane, seq });
    },
  );

  server.delete(
    '/failed-items/:lane/:seq',
    {
      config: { access: 'operator', problems: ['failed_item_not_found'] },
      schema: {
        operationId: 'deleteFailedItem',
        summary: 'Forget a failed item',
        description: 'Nothing will come of it any more.',
        tags,
        params: FailedItemPath,
        response: { 204: NoContent },
      },
    },
    async ({ params }, reply) => {
      const key = keyOf(params);
      if (!(await deleteFailedItem(sql, key))) throw notFound(key);
      return reply.code(204).send(null);
    },
  );
}

const keyOf = ({ lane, seq }: { lane: string; seq: string }): FailedItemKey => ({
  lane: Number(lane),
  seq: Number(seq),
});

const notFound = ({ lane, seq }: FailedItemKey) =>
  new Problem('failed_item_not_found', `No failed item has the lane ${lane} and the seq ${seq}.`);
