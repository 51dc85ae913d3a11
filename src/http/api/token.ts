/**
 * The token endpoint, its metadata and its keys. Only here do errors have OAuth's form. `client-authentication.ts`
 * finds out who the client is. Source: RFC 6749 §4.4, §5; RFC 8414 §3.
 */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { retryAfter } from '../../errors.ts';
import { isScope, SCOPES, type Scope } from '../../model/scope.ts';
import { updateCredentialUse } from '../../store/credentials.ts';
import { isDatabaseGone } from '../../store/database.ts';
import { ACCESS_TOKEN_SECONDS } from '../auth/access-token.ts';
import { createClientAuthentication } from '../auth/client-authentication.ts';
import { type Form, readForm } from '../auth/form.ts';
import { OAuthError } from '../auth/oauth-error.ts';
import { ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';

/** A grant request is two or three short fields. */
const MAX_FORM_BYTES = 16 * 1024;
const FORM = 'application/x-www-form-urlencoded';

const tags = ['Authentication'];

const TokenRequest = Type.Object({
  grant_type: Type.Literal('client_credentials'),
  client_id: Type.Optional(Type.String({ description: 'Instead of the Authorization header.' })),
  client_secret: Type.Optional(Type.String({ description: 'Instead of the Authorization header.' })),
  scope: Type.Optional(
    Type.String({
      description: 'What the token may do, separated by spaces; everything that the credential may if absent.',
      examples: ['agents:read messages:send'],
    }),
  ),
});

const TokenResponse = Type.Object({
  access_token: Type.String({ description: 'A JWT (RFC 9068).' }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds.', examples: [ACCESS_TOKEN_SECONDS] }),
  scope: Type.Optional(Type.String({ description: 'What the token may do; absent if that is everything.' })),
});

export function tokenRoutes(server: Server, context: Context): void {
  // Its own scope: other content types and other error documents than the rest of the API.
  server.register(async (oauth) => tokenEndpoint(oauth, context, server));
  const { publicUrl } = context;

  server.get(
    '/oauth2/jwks',
    {
      schema: {
        operationId: 'getAccessTokenKeys',
        summary: 'The public keys of access tokens',
        description: 'JSON Web Key Set (RFC 7517). Keys that no longer sign stay until their last token has expired.',
        tags,
        response: { 200: Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) }) },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return (await server.accessTokens.jwks()) as { keys: Record<string, unknown>[] };
    },
  );

  server.get(
    '/.well-known/oauth-authorization-server',
    {
      schema: {
        operationId: 'getAuthorizationServerMetadata',
        summary: 'Authorization server metadata',
        description: 'RFC 8414.',
        tags,
        response: { 200: Type.Record(Type.String(), Type.Unknown()) },
      },
    },
    async () => ({
      issuer: publicUrl(),
      token_endpoint: `${publicUrl()}/oauth2/token`,
      jwks_uri: `${publicUrl()}/oauth2/jwks`,
      scopes_supported: Object.keys(SCOPES),
      grant_types_supported: ['client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      response_types_supported: [],
      service_documentation: `${publicUrl()}/docs`,
    }),
  );
}

function tokenEndpoint(oauth: FastifyInstance, context: Context, { accessTokens: tokens, rateLimit }: Server): void {
  const { sql } = context;
  const authenticateClient = createClientAuthentication(sql, rateLimit);

  oauth.removeAllContentTypeParsers();
  oauth.addContentTypeParser(FORM, { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) => readForm(bytes));
  oauth.addContentTypeParser('*', async () => {
    throw new OAuthError('invalid_request', `the body must be sent as Content-Type: ${FORM}`);
  });
  oauth.addHook('onRequest', async (_request, reply) => {
    reply.header('pragma', 'no-cache');
  });
  oauth.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toOAuthError(error);
    if (answer.status === 500) context.log.error({ err: error, requestId: request.id }, 'the token endpoint failed');
    context.metrics.tokenRefusals.inc({ error: answer.error });
    sendJson(reply.code(answer.status).headers(answer.headers), {
      error: answer.error,
      error_description: answer.message,
    });
  });

  oauth.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/oauth2/token',
    config: { access: 'public' },
    schema: { hide: true },
    handler: async () => {
      throw new OAuthError('invalid_request', 'the token endpoint takes POST', {
        status: 405,
        headers: { allow: 'POST' },
      });
    },
  });

  oauth.post('/oauth2/token', {
    bodyLimit: MAX_FORM_BYTES,
    // Parsed by hand, because its errors have OAuth's form.
    config: { describedBody: TokenRequest },
    schema: {
      operationId: 'createAccessToken',
      summary: 'Get an access token',
      description:
        'The client credentials grant. The client authenticates with HTTP Basic, or with client_id and client_secret in the body. There is no refresh token: request another one before `expires_in` has passed.',
      tags,
      security: [{ clientBasic: [] }, {}],
      consumes: [FORM],
      response: {
        200: TokenResponse,
        400: ref('OAuthError'),
        401: ref('OAuthError'),
        413: ref('OAuthError'),
        429: ref('OAuthError'),
        503: ref('OAuthError'),
      },
    },
    handler: async (request, reply) => {
      const form = (request.body as Form | undefined) ?? new Map();
      const { clientId, accountId, scopes: allowed } = await authenticateClient(request, form);
      checkGrant(form);
      const scopes = readScopes(form, allowed);
      const access_token = await tokens.sign(clientId, accountId, scopes);
      context.metrics.tokensIssued.inc();
      await updateCredentialUse(sql, clientId);
      return sendJson(reply, {
        access_token,
        token_type: 'Bearer',
        expires_in: ACCESS_TOKEN_SECONDS,
        ...(scopes && { scope: scopes.join(' ') }),
      });
    },
  });
}

function checkGrant(form: Form): void {
  const grantType = form.get('grant_type');
  if (grantType === undefined) throw new OAuthError('invalid_request', 'grant_type is missing');
  if (grantType !== 'client_credentials') {
    throw new OAuthError('unsupported_grant_type', 'the grant type must be client_credentials');
  }
}

/** What the token is for: the scopes that are asked for, else those of the credential; null: everything. RFC 6749 §3.3. */
function readScopes(form: Form, allowed: Scope[] | null): string[] | null {
  const asked = form.get('scope');
  if (asked === undefined) return allowed;
  const scopes = [...new Set(asked.split(' '))];
  if (!scopes.every(isScope)) {
    throw new OAuthError('invalid_scope', 'the scope must be names from scopes_supported, separated by single spaces');
  }
  if (allowed && !scopes.every((scope) => allowed.includes(scope))) {
    throw new OAuthError('invalid_scope', 'the credential may not ask for all of these scopes');
  }
  return scopes;
}

function toOAuthError(error: FastifyError): OAuthError {
  if (error instanceof OAuthError) return error;
  if (isDatabaseGone(error)) {
    return new OAuthError('temporarily_unavailable', 'the service is not ready', {
      status: 503,
      headers: retryAfter(),
    });
  }
  if (error.statusCode === 413) return new OAuthError('invalid_request', 'the body is too large', { status: 413 });
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new OAuthError('invalid_request', 'the request could not be read');
  }
  return new OAuthError('server_error', 'the service failed', { status: 500 });
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('content-type', 'application/json;charset=UTF-8').send(JSON.stringify(body));
}
