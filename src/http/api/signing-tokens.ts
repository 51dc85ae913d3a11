/**
 * Signing tokens, the keys of `X-Service-Signature`, and their rotation: next → current → previous → retired.
 * `forwarding` decides which one signs what. Source: docs/webhooks.md, "Rotating the signing token".
 */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { newId, newSecret } from '../../ids.ts';
import { PageOf } from '../../model/page.ts';
import { getAccount } from '../../store/accounts.ts';
import {
  findSigningTokenForUpdate,
  insertSigningToken,
  listSigningTokens,
  retireSigningToken,
  updateSigningStages,
} from '../../store/signing-tokens.ts';
import { AccountPageQuery, NoContent, ref, SigningTokenPath } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { listedAccount, meantAccount } from './visibility.ts';

const tags = ['Signing tokens'];
const PREFIX = 'signing';

export function signingTokenRoutes(server: Server, { sql, encryption }: Context): void {
  server.get(
    '/signing-tokens',
    {
      schema: {
        operationId: 'listSigningTokens',
        summary: 'List signing tokens',
        description: 'Newest first, without the tokens themselves.',
        tags,
        querystring: AccountPageQuery,
        response: { 200: PageOf('signingTokens', ref('SigningToken')) },
      },
    },
    async ({ principal, query }) => {
      const { rows, ...page } = await listSigningTokens(sql, listedAccount(principal, query.accountId), query);
      return { signingTokens: rows, ...page };
    },
  );

  server.post(
    '/signing-tokens',
    {
      config: { problems: ['account_not_found', 'signing_token_conflict'] },
      schema: {
        operationId: 'issueSigningToken',
        summary: 'Issue a signing token',
        description:
          "The account's first token signs from now on (`current`); another one is `next` and signs alongside it until it is promoted. The token is in this response and nowhere else.",
        tags,
        body: ref('NewSigningToken'),
        response: { 201: ref('SigningTokenWithSecret') },
      },
    },
    async ({ principal, body }, reply) => {
      const { accountId } = await getAccount(sql, meantAccount(principal, body.accountId));
      const signingTokenId = newId('signing');
      const signingToken = newSecret(PREFIX);
      const token = { signingTokenId, accountId, tokenSealed: encryption.seal(signingToken, signingTokenId) };
      // The index decides, not a check beforehand: two requests may come at once.
      const issued =
        (await insertSigningToken(sql, { ...token, stage: 'current' })) ??
        (await insertSigningToken(sql, { ...token, stage: 'next' }));
      if (!issued) {
        throw new Problem(
          'signing_token_conflict',
          'The account has a next signing token; promote or retire it first.',
        );
      }
      return reply.code(201).send({ ...issued, signingToken });
    },
  );

  server.post(
    '/signing-tokens/:signingTokenId/promote',
    {
      config: { problems: ['signing_token_not_found', 'signing_token_conflict'] },
      schema: {
        operationId: 'promoteSigningToken',
        summary: 'Promote the next signing token',
        description: '`next` becomes `current`, `current` becomes `previous`, and the old `previous` is retired.',
        tags,
        params: SigningTokenPath,
        response: { 200: ref('SigningToken') },
      },
    },
    async ({ params: { signingTokenId } }) =>
      sql.begin(async (transaction) => {
        const token = await findSigningTokenForUpdate(transaction, signingTokenId);
        if (!token) throw noSigningToken(signingTokenId);
        if (token.stage !== 'next') {
          throw new Problem(
            'signing_token_conflict',
            `The signing token is ${token.stage}; only the next one can be promoted.`,
          );
        }
        await updateSigningStages(transaction, token.accountId);
        return { ...token, stage: 'current' as const };
      }),
  );

  server.delete(
    '/signing-tokens/:signingTokenId',
    {
      config: { problems: ['signing_token_not_found'] },
      schema: {
        operationId: 'retireSigningToken',
        summary: 'Retire a signing token',
        description: 'At once, whatever its stage. Without a `current` token, events are not signed.',
        tags,
        params: SigningTokenPath,
        response: { 204: NoContent },
      },
    },
    async ({ params: { signingTokenId } }, reply) => {
      if (!(await retireSigningToken(sql, signingTokenId))) throw noSigningToken(signingTokenId);
      return reply.code(204).send(null);
    },
  );
}

function noSigningToken(signingTokenId: string): Problem {
  return new Problem('signing_token_not_found', `There is no signing token ${signingTokenId}.`);
}
