/** Dead letters whose turn failed again and again: the operator can list, retry or delete them. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { PageOf } from '../../model/page.ts';
import { type DeadLetterKey, deleteDeadLetter, listDeadLetters, retryDeadLetter } from '../../store/dead-letters.ts';
import { NoContent, PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';

const digits = (most: number) => Type.String({ pattern: `^[0-9]{1,${most}}$`, description: 'As in the list.' });
const DeadLetterPath = Type.Object({ lane: digits(9), seq: digits(15) });
const Retried = Type.Object({
  lane: Type.Integer(),
  seq: Type.Integer({ description: 'Its new place: it waits behind all that has arrived by now.' }),
});

export function deadLetterRoutes(server: Server, { sql }: Context): void {
  const tags = ['Operation'];

  server.get(
    '/dead-letters',
    {
      config: { access: 'operator' },
      schema: {
        operationId: 'listDeadLetters',
        summary: 'List dead letters',
        description:
          'What was given up after its turn, or the dispatch of its message (kind `dispatch`), had failed five times, or the process had died of it ten times, so that its conversation could go on. Newest first.',
        tags,
        querystring: PlainPageQuery,
        response: { 200: PageOf('deadLetters', ref('DeadLetter')) },
      },
    },
    async ({ query }) => {
      const { rows, ...page } = await listDeadLetters(sql, query);
      return { deadLetters: rows, ...page };
    },
  );

  server.post(
    '/dead-letters/:lane/:seq/retry',
    {
      config: { access: 'operator', problems: ['dead_letter_not_found'] },
      schema: {
        operationId: 'retryDeadLetter',
        summary: 'Put a dead letter back',
        description:
          'When what made its turn fail is repaired: it is taken up again as if it had arrived now, under its message id.',
        tags,
        params: DeadLetterPath,
        response: { 202: Retried },
      },
    },
    async ({ params }, reply) => {
      const key = keyOf(params);
      const seq = await retryDeadLetter(sql, key);
      if (seq === null) throw notFound(key);
      return reply.code(202).send({ lane: key.lane, seq });
    },
  );

  server.delete(
    '/dead-letters/:lane/:seq',
    {
      config: { access: 'operator', problems: ['dead_letter_not_found'] },
      schema: {
        operationId: 'deleteDeadLetter',
        summary: 'Forget a dead letter',
        description: 'Nothing will come of it any more.',
        tags,
        params: DeadLetterPath,
        response: { 204: NoContent },
      },
    },
    async ({ params }, reply) => {
      const key = keyOf(params);
      if (!(await deleteDeadLetter(sql, key))) throw notFound(key);
      return reply.code(204).send(null);
    },
  );
}

const keyOf = ({ lane, seq }: { lane: string; seq: string }): DeadLetterKey => ({
  lane: Number(lane),
  seq: Number(seq),
});

const notFound = ({ lane, seq }: DeadLetterKey) =>
  new Problem('dead_letter_not_found', `No dead letter has the lane ${lane} and the seq ${seq}.`);
