/**
 * The AsyncAPI 3.0 document: the events that leave the service, to webhooks and on the stream, as messages. It is made of
 * the OpenAPI document, where their schemas, headers and words are.
 */
import Type from 'typebox';
import type { JsonObject } from '../../model/json.ts';
import type { Server } from '../fastify.ts';

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: JsonObject };
type Operation = { operationId: string; summary: string; description: string; parameters: Parameter[] };
type Webhook = Operation & { requestBody: { content: { 'application/json': { schema: JsonObject } } } };
/** What of an OpenAPI document is read here. */
type Openapi = {
  info: JsonObject & { license: { name: string } };
  paths: Record<string, { get: Operation }>;
  webhooks: Record<string, { post: Webhook }>;
  components: { schemas: Record<string, JsonObject> };
};

const DESCRIPTION = 'The events that leave the service. Its requests are in `/openapi.json`.';
const STREAM_PATH = '/agents/{agentId}/events/stream';
const LICENSE_URL = 'https://www.apache.org/licenses/LICENSE-2.0';
const NOTHING = { type: 'object', maxProperties: 0 };

export function asyncapiRoutes(server: Server): void {
  let text: string | null = null;
  server.get(
    '/asyncapi.json',
    {
      schema: {
        operationId: 'getAsyncapi',
        summary: 'Get the AsyncAPI document',
        description: 'AsyncAPI 3.0: the events, as webhooks and as a stream.',
        tags: ['Operation'],
        response: { 200: Type.Unsafe<string>({ type: 'object' }) },
      },
    },
    async (_request, reply) => {
      text ??= JSON.stringify(asyncapiOf(server.swagger() as never));
      return reply.type('application/json').serializer(String).send(text);
    },
  );
}

function asyncapiOf({ info, paths, webhooks, components: { schemas } }: Openapi): object {
  const sent = Object.entries(webhooks).map(([name, { post }]) => [name, post] as const);
  const stream = paths[STREAM_PATH]!.get;
  const messages = {
    ...Object.fromEntries(sent.map(([name, post]) => [name, webhookMessage(name, post)])),
    ...STREAMED,
  };
  return {
    asyncapi: '3.0.0',
    info: { ...info, description: DESCRIPTION, license: { name: info.license.name, url: LICENSE_URL } },
    defaultContentType: 'application/json',
    servers: {
      endpoint: serverAt('127.0.0.1:3000', "The client's, which takes the webhooks."),
      parley: serverAt('127.0.0.1:8080', 'The service; https behind a proxy.'),
    },
    channels: {
      webhook: {
        address: null,
        title: 'The webhook',
        description: "An agent's `config.eventForwardUrl`, and its further endpoints. Each event is one POST.",
        servers: [reference('servers', 'endpoint')],
        messages: Object.fromEntries(sent.map(([name]) => [name, reference('components/messages', name)])),
      },
      stream: {
        address: STREAM_PATH,
        title: stream.summary,
        description: stream.description,
        servers: [reference('servers', 'parley')],
        parameters: { agentId: { description: 'The agent whose events they are.' } },
        messages: Object.fromEntries(
          Object.keys(STREAMED).map((name) => [name, reference('components/messages', name)]),
        ),
      },
    },
    operations: {
      ...Object.fromEntries(sent.map(([name, post]) => [post.operationId, forwarding(name, post)])),
      [stream.operationId]: {
        action: 'send',
        channel: reference('channels', 'stream'),
        summary: stream.summary,
        bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
      },
    },
    components: { messages, schemas: reachable(messages, schemas) },
  };
}

function serverAt(host: string, description: string): object {
  return { host: '{host}', protocol: 'http', description, variables: { host: { default: host } } };
}

function forwarding(name: string, { summary, description }: Webhook): object {
  return {
    action: 'send',
    channel: reference('channels', 'webhook'),
    summary,
    description,
    bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
    messages: [reference('channels/webhook/messages', name)],
  };
}

function webhookMessage(name: string, { summary, parameters, requestBody }: Webhook): object {
  return {
    name,
    title: name,
    summary,
    headers: headersOf(parameters),
    payload: requestBody.content['application/json'].schema,
  };
}

function headersOf(parameters: Parameter[]): object {
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  return {
    type: 'object',
    required: headers.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      headers.map(({ name, description, schema }) => [name, { ...schema, ...(description && { description }) }]),
    ),
  };
}

/** By their names on the stream. The body of an event is text, since its signature is of its bytes. */
const STREAMED = {
  ready: { name: 'ready', summary: 'The stream is open; the next event follows.', payload: NOTHING },
  event: {
    name: 'event',
    summary: 'An event: the request that a webhook gets.',
    payload: {
      type: 'object',
      required: ['headers', 'body'],
      properties: {
        headers: { type: 'object', additionalProperties: { type: 'string' }, description: 'Those of the webhook.' },
        body: {
          type: 'string',
          contentMediaType: 'application/json',
          description: 'To the byte: a UserMessage, UserEvent or ServerEvent, as `X-Service-Eventclass` says.',
        },
      },
    },
  },
  new: { name: 'new', summary: 'With `signalOnly`, in place of events: there are new ones.', payload: NOTHING },
  skipped: { name: 'skipped', summary: 'The reader lacks events before the next one.', payload: NOTHING },
};

function reference(place: string, name: string): { $ref: string } {
  return { $ref: `#/${place}/${name}` };
}

/** The schemas that `from` names, and those that they name. */
function reachable(from: object, schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  const found: Record<string, JsonObject> = {};
  const follow = (value: object): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name! in found) continue;
      found[name!] = schemas[name!]!;
      follow(found[name!]!);
    }
  };
  follow(from);
  return found;
}
