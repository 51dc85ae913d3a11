/**
 * The HTTP server: its limits, and the list of what it serves. Everything about one resource is in its own file.
 *
 * How to add a resource: write `src/http/api/<plural>.ts` that exports `function <noun>Routes(server: Server, context:
 * Context): void` and declares its routes in it, and add a line to ROUTES below. Each route
 * - has a row in `auth/operations.ts`, by its operationId: who may call it; `request.principal` is then set (not for
 *   `public`);
 * - declares how it may fail: `config: { problems: ['agent_not_found'] }`;
 * - has a `schema` with operationId, summary, description, tags, params, querystring, body, and the success answer in
 *   `response` (TypeBox; nothing is stripped or coerced on the way out). Shared parts are in `contract/schemas.ts`;
 * - that changes something calls `audit` of `api/audited.ts` in the transaction of the change;
 * - checks what a schema cannot express with `alsoChecked`, so that one answer lists every fault;
 * - finds its agent with `reachAgent(context, request)` of `api/visibility.ts`, so that another account's is a 404;
 * - throws a `Problem` for everything that is the caller's fault.
 */

import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import type { Context } from '../context.ts';
import { Problem } from '../errors.ts';
import { problemType } from '../problem-codes.ts';
import { createOperatorKey, createRateLimit } from '../rate-limit.ts';
import { allowNoBody, coerceQueries } from '../request-input.ts';
import { compileWhenNeeded, refuseNullInUrls } from '../validation/validation.ts';
import { accessTokenKeyRoutes } from './api/access-token-keys.ts';
import { accountRoutes } from './api/accounts.ts';
import { agentRoutes } from './api/agents.ts';
import { auditLogRoutes } from './api/audit-log.ts';
import { authenticationRoutes } from './api/authentications.ts';
import { brandRoutes } from './api/brands.ts';
import { connectorRoutes } from './api/connectors.ts';
import { consentRoutes } from './api/consent.ts';
import { conversationRoutes } from './api/conversations.ts';
import { credentialRoutes } from './api/credentials.ts';
import { deadLetterRoutes } from './api/dead-letters.ts';
import { deviceRoutes } from './api/devices.ts';
import { endpointRoutes } from './api/endpoints.ts';
import { eventStreamRoutes } from './api/event-stream.ts';
import { eventRoutes } from './api/events.ts';
import { explorationRoutes } from './api/explorations.ts';
import { failureRoutes } from './api/failures.ts';
import { flowRoutes } from './api/flow.ts';
import { flowFindingsRoutes } from './api/flow-findings.ts';
import { flowTestRoutes } from './api/flow-tests.ts';
import { funnelRoutes } from './api/funnel.ts';
import { healthRoutes } from './api/health.ts';
import { mediaRoutes } from './api/media.ts';
import { mediaFileRoutes } from './api/media-files.ts';
import { messageRoutes } from './api/messages.ts';
import { openIdLogInRoutes } from './api/openid-log-in.ts';
import { operationRunRoutes } from './api/operation-runs.ts';
import { overviewRoutes } from './api/overview.ts';
import { passkeyRoutes } from './api/passkeys.ts';
import { peopleRoutes } from './api/people.ts';
import { platformWebhookRoutes } from './api/platform-webhook.ts';
import { previewRoutes } from './api/previews.ts';
import { redeliveryRoutes } from './api/redeliveries.ts';
import { replayRoutes } from './api/replays.ts';
import { sendRoutes } from './api/send.ts';
import { sessionRoutes } from './api/session.ts';
import { sessionsRoutes } from './api/sessions.ts';
import { signingTokenRoutes } from './api/signing-tokens.ts';
import { stateRoutes } from './api/states.ts';
import { testRunRoutes } from './api/test-runs.ts';
import { tokenRoutes } from './api/token.ts';
import { versionRoutes } from './api/versions.ts';
import { writtenTestRoutes } from './api/written-tests.ts';
import { createAccessTokens } from './auth/access-token.ts';
import { createAuthentication } from './auth/auth.ts';
import { createConsoleSessions } from './auth/console-sessions.ts';
import { guardRoutes } from './auth/origin-guard.ts';
import { closeAfterRequests } from './close.ts';
import { consoleRoutes } from './console.ts';
import { asyncapiRoutes } from './contract/asyncapi.ts';
import { refuseBrokenRequest } from './contract/broken-requests.ts';
import { docsRoutes } from './contract/docs.ts';
import { flowSchemaRoutes } from './contract/flow-schema.ts';
import { guideRoutes } from './contract/guides.ts';
import { parseJsonBody } from './contract/json-body.ts';
import { serveNotFound } from './contract/not-found.ts';
import { collectRoutes, openapiRoutes } from './contract/openapi.ts';
import { problemPageRoutes } from './contract/problem-pages.ts';
import { createErrorHandler, refuseRequest } from './contract/problems.ts';
import { refuseRepeatedHost } from './contract/raw-headers.ts';
import { addSchemas } from './contract/schemas.ts';
import type { Server } from './fastify.ts';
import { mcpRoutes } from './mcp/mcp.ts';
import { createRequestIds, observeRequests } from './observe.ts';

const ROUTES: readonly ((server: Server, context: Context) => void)[] = [
  healthRoutes,
  tokenRoutes,
  accessTokenKeyRoutes,
  sessionRoutes,
  openIdLogInRoutes,
  passkeyRoutes,
  sessionsRoutes,
  peopleRoutes,
  accountRoutes,
  credentialRoutes,
  signingTokenRoutes,
  brandRoutes,
  agentRoutes,
  deviceRoutes,
  endpointRoutes,
  stateRoutes,
  flowRoutes,
  flowTestRoutes,
  testRunRoutes,
  writtenTestRoutes,
  replayRoutes,
  funnelRoutes,
  flowFindingsRoutes,
  explorationRoutes,
  versionRoutes,
  previewRoutes,
  connectorRoutes,
  authenticationRoutes,
  operationRunRoutes,
  mediaRoutes,
  mediaFileRoutes,
  sendRoutes,
  messageRoutes,
  conversationRoutes,
  consentRoutes,
  eventRoutes,
  eventStreamRoutes,
  failureRoutes,
  redeliveryRoutes,
  deadLetterRoutes,
  auditLogRoutes,
  overviewRoutes,
  platformWebhookRoutes,
  openapiRoutes,
  asyncapiRoutes,
  docsRoutes,
  guideRoutes,
  flowSchemaRoutes,
  problemPageRoutes,
  mcpRoutes,
  consoleRoutes,
];

/** Larger than any request except a state's, which sets its own limit. */
const MAX_BODY_BYTES = 256 * 1024;
/** Node's default, made explicit: an access token may take half of it. */
const MAX_HEADER_BYTES = 16 * 1024;
/** Longer than any id in a path, percent-encoded; anything longer is a 404. */
const MAX_PARAMETER_LENGTH = 400;
/** How long a sender may take: slow ones must not hold connections forever. */
const TIMES = {
  /** From the connection, or the first byte of a later request, to the end of the headers: they fit into a few packets. */
  headersTimeoutMs: 15_000,
  /** To the end of the body: the largest, over a slow connection. */
  requestTimeoutMs: 60_000,
  /** How often both are checked, so a time-out may fire this much late. */
  checkEveryMs: 5_000,
};

/** The server, not listening yet; other parts may be mounted on it. The database is not read before a request. */
export async function createServer(context: Context, times = TIMES): Promise<Server> {
  const server: Server = Fastify({
    // `observe.ts` writes one line for each request; Fastify's own costs two objects and two lines each.
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: times.headersTimeoutMs,
      connectionsCheckingInterval: times.checkEveryMs,
    },
    requestTimeout: times.requestTimeoutMs,
    trustProxy: context.config.trustProxy ?? false,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    // Requests that arrive while the server closes are still served: their connection was accepted.
    return503OnClosing: false,
    genReqId: createRequestIds(),
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: refuseRequest,
  });
  compileWhenNeeded(server);
  // Responses are our own objects: declared for documentation, not filtered through a serializer.
  server.setSerializerCompiler(() => JSON.stringify);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, parseJsonBody(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  // The content type of an empty body does not matter.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) done(null, undefined);
    else done(new Problem('unsupported_media_type', 'The body must be sent as Content-Type: application/json.'));
  });
  server.decorate('problemType', (code) => problemType(context.publicUrl(), code));
  server.setErrorHandler(createErrorHandler(context));
  const tokens = createAccessTokens(context);
  server.decorate('accessTokens', tokens);
  await server.register(cookie, { hook: false });
  const sessions = createConsoleSessions(context, server);
  server.decorate('consoleSessions', sessions);
  const rateLimit = createRateLimit(context.now);
  server.decorate('rateLimit', rateLimit);
  const operatorKey = createOperatorKey(context.operatorKey, rateLimit);
  server.decorate('operatorKey', operatorKey);
  server.decorate('authentication', createAuthentication(context, tokens, sessions, operatorKey));
  addSchemas(server);
  await collectRoutes(server);
  observeRequests(server, context);
  closeAfterRequests(server);
  refuseRepeatedHost(server);
  refuseNullInUrls(server);
  guardRoutes(server);
  coerceQueries(server);
  allowNoBody(server);
  serveNotFound(server);
  for (const routes of ROUTES) routes(server, context);
  return server;
}
