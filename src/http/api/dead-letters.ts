/** Dead letters whose turn failed again and again: the operator can list, retry or delete them. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { PageOf } from '../../model/page.ts';
import { type DeadLetterKey, deleteDeadLetter, listDeadLetters, retryDeadLetter } from '../../store/dead-letters.ts';
import { NoContent, PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';

const digits = (most: number) => Type.String({ pattern: `^[0-9]{1,${most}}$`, description: 'As in the list.' });
const DeadLetterPath = Type.Object({ lane: digits(9), seq: digits(15) });
const Query = Type.Object(
  {
    ...PlainPageQuery.properties,
    agentId: Type.Optional(Type.String({ maxLength: 100, description: 'Only those of this agent.' })),
  },
  { additionalProperties: false },
);
const Retried = Type.Object({
  lane: Type.Integer(),
  seq: Type.Integer({ description: 'Its new place: it waits behind everything that has arrived by now.' }),
});

export function deadLetterRoutes(server: Server, { sql }: Context): void {
  const tags = ['Operation'];

  server.get(
    '/dead-letters',
    {
      schema: {
        operationId: 'listDeadLetters',
        summary: 'List dead letters',
        description:
          'What was given up so that its conversation could go on: its turn, or the dispatch of its message (kind `dispatch`), failed five times, or crashed the process ten times. Newest first.',
        tags,
        querystring: Query,
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
      config: { problems: ['dead_letter_not_found'] },
      schema: {
        operationId: 'retryDeadLetter',
        summary: 'Retry a dead letter',
        description:
          'Once the cause of the failure is fixed. It is processed as if it had arrived now, under the same message id.',
        tags,
        params: DeadLetterPath,
        response: { 202: Retried },
      },
    },
    async (request, reply) => {
      const key = keyOf(request.params);
      const seq = await sql.begin(async (transaction) => {
        const moved = await retryDeadLetter(transaction, key);
        if (moved === null) throw notFound(key);
        await audit(transaction, request, { accountId: null, id: idOf(key), after: { seq: moved } });
        return moved;
      });
      return reply.code(202).send({ lane: key.lane, seq });
    },
  );

  server.delete(
    '/dead-letters/:lane/:seq',
    {
      config: { problems: ['dead_letter_not_found'] },
      schema: {
        operationId: 'deleteDeadLetter',
        summary: 'Delete a dead letter',
        description: 'It will never be processed.',
        tags,
        params: DeadLetterPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const key = keyOf(request.params);
      await sql.begin(async (transaction) => {
        if (!(await deleteDeadLetter(transaction, key))) throw notFound(key);
        await audit(transaction, request, { accountId: null, id: idOf(key) });
      });
      return reply.code(204).send(null);
    },
  );
}

const keyOf = ({ lane, seq }: { lane: string; seq: string }): DeadLetterKey => ({
  lane: Number(lane),
  seq: Number(seq),
});

const idOf = ({ lane, seq }: DeadLetterKey) => `${lane}/${seq}`;

const notFound = ({ lane, seq }: DeadLetterKey) =>
  new Problem('dead_letter_not_found', `There is no dead letter with lane ${lane} and seq ${seq}.`);
