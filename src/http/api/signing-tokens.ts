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
import { audit } from './audited.ts';
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
    async (request, reply) => {
      const { principal, body } = request;
      const { accountId } = await getAccount(sql, meantAccount(principal, body.accountId));
      const signingTokenId = newId('signing');
      const signingToken = newSecret(PREFIX);
      const token = { signingTokenId, accountId, tokenSealed: encryption.seal(signingToken, signingTokenId) };
      const issued = await sql.begin(async (transaction) => {
        // The index decides, not a check beforehand: two requests may come at once.
        const made =
          (await insertSigningToken(transaction, { ...token, stage: 'current' })) ??
          (await insertSigningToken(transaction, { ...token, stage: 'next' }));
        if (!made) {
          const detail = 'The account has a next signing token; promote or retire it first.';
          throw new Problem('signing_token_conflict', detail);
        }
        await audit(transaction, request, { accountId, id: signingTokenId, after: made });
        return made;
      });
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
    async (request) => {
      const { signingTokenId } = request.params;
      return sql.begin(async (transaction) => {
        const token = await findSigningTokenForUpdate(transaction, signingTokenId);
        if (!token) throw noSigningToken(signingTokenId);
        if (token.stage !== 'next') {
          throw new Problem(
            'signing_token_conflict',
            `The signing token is ${token.stage}; only the next one can be promoted.`,
          );
        }
        await updateSigningStages(transaction, token.accountId);
        const promoted = { ...token, stage: 'current' as const };
        const { accountId } = token;
        await audit(transaction, request, { accountId, id: signingTokenId, before: token, after: promoted });
        return promoted;
      });
    },
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
    async (request, reply) => {
      const { signingTokenId } = request.params;
      await sql.begin(async (transaction) => {
        const before = await findSigningTokenForUpdate(transaction, signingTokenId);
        const after = await retireSigningToken(transaction, signingTokenId);
        if (!before || !after) throw noSigningToken(signingTokenId);
        await audit(transaction, request, { accountId: after.accountId, id: signingTokenId, before, after });
      });
      return reply.code(204).send(null);
    },
  );
}

function noSigningToken(signingTokenId: string): Problem {
  return new Problem('signing_token_not_found', `There is no signing token ${signingTokenId}.`);
}
