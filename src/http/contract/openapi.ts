/**
 * The OpenAPI 3.1 document, from the same schemas that requests are checked with. It is built at the first request for
 * it. Its webhooks are described in `webhooks.ts`; the page to read it is `docs.ts`.
 */
import { STATUS_CODES } from 'node:http';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { ContentMessage } from '../../model/content-message.ts';
import { isScope, SCOPES } from '../../model/scope.ts';
import { PROBLEMS, type ProblemCode } from '../../problem-codes.ts';
import { VERSION } from '../../version.ts';
import { leastRole, type Need, operationOf } from '../auth/operations.ts';
import type { Server } from '../fastify.ts';
import { addExamples } from './examples.ts';
import { PROBLEM_CONTENT_TYPE } from './problems.ts';
import { WEBHOOKS } from './webhooks.ts';

const DESCRIPTION = `Hosts RCS conversational agents: flows of states, ordered turns, signed webhooks.

Get an access token at \`/oauth2/token\` and send it as \`Authorization: Bearer <ACCESS_TOKEN>\`. Resources of
another account are answered with 404. Errors are RFC 9457 problem documents with a stable \`code\`.

The events are also described as an AsyncAPI 3.0 document, at [/asyncapi.json](/asyncapi.json).`;

const TAGS = [
  { name: 'Authentication', description: 'Access tokens, from the client credentials grant.' },
  { name: 'Agents', description: 'The bots that message users.' },
  { name: 'States', description: 'The content of flows: each state is one message.' },
  { name: 'Flows', description: 'All states of an agent as one document.' },
  { name: 'Replays', description: 'Recorded conversations on another flow.' },
  { name: 'Flow tests', description: 'What happens to a flow, step by step, and what it must answer.' },
  { name: 'Test devices', description: 'The numbers that an agent in test mode may message.' },
  { name: 'Messages', description: 'Sending messages, and their status.' },
  { name: 'Conversations', description: 'Where a user is in a flow, and why.' },
  { name: 'Events', description: 'Events, and their delivery to the webhook.' },
  { name: 'Endpoints', description: 'Further webhooks of an agent, beside its own.' },
  { name: 'Connectors', description: 'The APIs that flows may call, and their credentials.' },
  { name: 'Media', description: 'Pictures, videos and other files that messages show.' },
  { name: 'Brands', description: 'The brands that agents represent.' },
  { name: 'Accounts', description: 'The tenants of the service.' },
  { name: 'Credentials', description: 'What clients exchange for access tokens.' },
  { name: 'Signing tokens', description: 'The keys of X-Service-Signature.' },
  { name: 'Session', description: 'Logging in to the console.' },
  { name: 'People', description: 'Who may log in to the console, and what they may do there.' },
  { name: 'Audit log', description: 'Who changed what.' },
  { name: 'Operation', description: 'For the operator of the service.' },
];

const SECURITY_SCHEMES = {
  accessToken: {
    type: 'oauth2',
    description:
      'A JWT from `/oauth2/token`, as `Authorization: Bearer`; valid for 3600 seconds. Without `scope` for all.',
    flows: { clientCredentials: { tokenUrl: '/oauth2/token', scopes: SCOPES } },
  },
  operatorKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator key, for operations that clients may not use.',
  },
  consoleSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley-session-<installation>',
    description:
      'From `POST /session`, for the console. In the list of an operation is the least role for it; a session opened with the operator key may do everything. Requests other than GET and HEAD must come from the same origin, with `X-Parley-Console: 1`.',
  },
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and client secret, only for `/oauth2/token`.',
  },
} as const;

/** A session's is the least role of its person. */
function securityOf(need: Need) {
  const { access } = need;
  if (access === 'public') return [];
  const people = [{ operatorKey: [] }, { consoleSession: [leastRole(need)] }];
  return isScope(access) ? [{ accessToken: [access] }, ...people] : people;
}

const OPTIONS: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.1',
    info: {
      title: 'Parley',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
    components: { securitySchemes: SECURITY_SCHEMES },
    // @ts-expect-error: 3.1 has webhooks at the top; the plugin passes them on, but its types are those of 3.0.
    webhooks: WEBHOOKS,
  },
  convertConstToEnum: false,
  refResolver: { buildLocalReference: (schema, _base, _fragment, index) => String(schema['$id'] ?? `schema${index}`) },
  transform: ({ schema, url, route }) => ({
    url,
    schema: (url.startsWith('/emulator/') ? ofEmulator : described)(schema as FastifySchema | undefined, route),
  }),
  transformObject: (documents) => {
    if (!('openapiObject' in documents)) throw new TypeError('the document is not OpenAPI 3');
    const document = documents.openapiObject;
    // Requests are not checked with it (see schemas.ts), so Fastify does not have it.
    Object.assign(document.components!.schemas!, { ContentMessage: { ...ContentMessage, $id: undefined } });
    const problems = structuredClone(PROBLEM_EXAMPLES);
    addExamples((document as never as OpenapiDocument).paths as never, problems);
    // Some answer requests of which no operation is told.
    const used = new Set(JSON.stringify(document.paths).match(/(?<="#\/components\/examples\/)\w+/g));
    const examples = Object.fromEntries(Object.entries(problems).filter(([code]) => used.has(code)));
    Object.assign(document.components!, { examples });
    letBodiesBeAbsent(document as OpenapiDocument);
    return document;
  },
};

type BodySchema = { $ref?: string; format?: string; required?: string[]; anyOf?: object[] };
type OpenapiDocument = {
  paths: Record<
    string,
    Record<string, { requestBody?: { required: boolean; content: Record<string, { schema: BodySchema }> } }>
  >;
  components: { schemas: Record<string, BodySchema> };
};

/** No body is `{}`; the plugin marks every body as required. */
function letBodiesBeAbsent({ paths, components }: OpenapiDocument): void {
  for (const { requestBody } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const [schema] = Object.values(requestBody?.content ?? {}).map((media) => media.schema);
    if (!requestBody || !schema) continue;
    const { required = [], anyOf = [] } = schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
    requestBody.required = schema.format === 'binary' || required.length + anyOf.length > 0;
  }
}

/** Call before the first route: it collects the routes as they are declared. */
export async function collectRoutes(server: Server): Promise<void> {
  await server.register(swagger, OPTIONS);
}

export function openapiRoutes(server: Server): void {
  let text: string | null = null;
  server.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'getOpenapi',
        summary: 'Get this document',
        description: 'OpenAPI 3.1, including the webhooks.',
        tags: ['Operation'],
        response: { 200: Type.Unsafe<string>({ type: 'object' }) },
      },
    },
    async (_request, reply) => {
      text ??= JSON.stringify(server.swagger());
      return reply.type('application/json').serializer(String).send(text);
    },
  );
}

/** A route as the document shows it: who may call it, the success, and every way to fail. */
function described(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
  if (!schema) return { hide: true };
  if (schema.operationId === undefined) return schema;
  const { config } = route;
  const need = operationOf(route) ?? { access: 'public' as const };
  const { access } = need;
  const body = config?.describedBody ?? schema.body;
  return {
    ...schema,
    ...(body !== undefined && { body }),
    security: schema.security ?? securityOf(need),
    response: { ...successes(schema, config?.tagged), ...failures(problemCodes(schema, access, config?.problems)) },
  };
}

/** The emulator describes its routes itself, except who may call them. */
function ofEmulator(schema: FastifySchema | undefined, { method }: RouteOptions): FastifySchema {
  if (!schema) return { hide: true };
  return { ...schema, security: securityOf({ access: method === 'GET' ? 'reader' : 'author' }) };
}

/** The plugin describes a response by its schema's description, which describes the type and not the response. */
function successes(
  { response = {}, produces = ['application/json'] }: FastifySchema,
  isTagged = false,
): Record<string, object> {
  const answers = Object.entries(response as Record<string, TSchema & { description?: string; type?: string }>);
  return Object.fromEntries(
    answers.map(([status, schema]) => {
      if (schema.type === 'null') return [status, schema];
      const content = Object.fromEntries(produces.map((type) => [type, { schema: schema as object }]));
      return [status, { description: `${STATUS_CODES[status]}.`, ...(isTagged && { headers: ENTITY_TAG }), content }];
    }),
  );
}

function problemCodes(
  { body, params, querystring, response = {} }: FastifySchema,
  access: string,
  own: readonly ProblemCode[] = [],
): ProblemCode[] {
  // OAuth has a form of its own for it.
  const malformed = '400' in (response as object) ? [] : (['invalid_request'] as const);
  const hasInput = Boolean(body ?? params ?? querystring);
  return [
    ...new Set<ProblemCode>([
      ...own,
      ...(hasInput ? (['validation_failed'] as const) : []),
      ...(body ? (['malformed_json', 'body_too_large', 'unsupported_media_type'] as const) : []),
      ...(access === 'public' ? malformed : GUARDED_PROBLEMS),
      'header_too_large',
    ]),
  ];
}

const GUARDED_PROBLEMS = [
  'invalid_request',
  'unauthorized',
  'invalid_token',
  'insufficient_scope',
  'insufficient_role',
  'forbidden_origin',
  'too_many_requests',
  'internal_error',
  'not_ready',
] as const;

/** What each problem looks like; `detail` says more of the request at hand. */
const PROBLEM_EXAMPLES = Object.fromEntries(
  Object.entries(PROBLEMS).map(([code, { status, title, meaning }]) => [
    code,
    { summary: title, value: { type: `http://127.0.0.1:8080/problems/${code}`, title, status, detail: meaning, code } },
  ]),
);

/** By their codes; each is in the document once, under `components`. */
function examplesOf(codes: ProblemCode[]): Record<string, object> {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}

const ENTITY_TAG = { etag: { type: 'string', description: 'For `If-Match` of a change.' } };
const CHALLENGE = { 'www-authenticate': { type: 'string', description: 'Bearer, with the error (RFC 6750).' } };
const RETRY_AFTER = { 'retry-after': { type: 'string', description: 'Seconds.' } };
const RESPONSE_HEADERS: Readonly<Record<number, object>> = {
  401: CHALLENGE,
  403: CHALLENGE,
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

function failures(codes: ProblemCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, members]) => [
      status,
      {
        description: members.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
        ...(RESPONSE_HEADERS[status] && { headers: RESPONSE_HEADERS[status] }),
        content: { [PROBLEM_CONTENT_TYPE]: { schema: { $ref: 'Problem#' }, examples: examplesOf(members) } },
      },
    ]),
  );
}
