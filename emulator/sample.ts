/**
 * An order system, so that the API call of the sample flow (`demo/sample`) succeeds without any other system or network.
 * It has one order under every number of five digits. Open to anyone: there is nothing behind it.
 */
import type { FastifyPluginAsync } from 'fastify';

export const sampleRoutes: FastifyPluginAsync = async (scope) => {
  scope.get<{ Params: { number: string } }>('/sample/orders/:number', async ({ params: { number } }, reply) =>
    /^\d{5}$/.test(number)
      ? { number, state: 'packed', arrives: 'tomorrow between 10 and 12' }
      : reply.code(404).send({ error: 'There is no order with this number.' }),
  );
};
