/** Replaces the key that signs access tokens, after a leak or on schedule. See `access-token.ts`. */
import Type from 'typebox';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';

export function accessTokenKeyRoutes(server: Server): void {
  server.post(
    '/access-token-keys',
    {
      schema: {
        operationId: 'rotateAccessTokenKey',
        summary: 'Replace the key of access tokens',
        description:
          'A new key signs from now on, in every process within a minute. Tokens signed with the old one are accepted until they expire, at most an hour later.',
        tags: ['Operation'],
        response: { 201: Type.Object({ keyId: Type.String({ description: 'The `kid` of new tokens.' }) }) },
      },
    },
    async (request, reply) => {
      const keyId = await server.accessTokens.rotate((transaction, id) =>
        audit(transaction, request, { accountId: null, id, after: { keyId: id } }),
      );
      return reply.code(201).send({ keyId });
    },
  );
}
