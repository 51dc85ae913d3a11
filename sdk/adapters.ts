/**
 * Webhook endpoints for `Request`, Hono, Express and Fastify: each reads the raw body, verifies it and hands the event
 * on. An endpoint responds 204 when `handle` is done; where `handle` throws, the framework responds 500, and the event
 * comes again. The frameworks are known by the few of their methods that are used.
 */
import type { WebhookEvent } from './events.ts';
import { verifyWebhook, WebhookError, type WebhookHeaders, type WebhookSettings } from './webhook.ts';

/** An event is some KiB. */
const MAX_BODY_BYTES = 1024 * 1024;

export type HandleEvent = (event: WebhookEvent) => unknown;

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The status and text of the response. */
async function receive(
  read: () => Promise<unknown>,
  headers: WebhookHeaders,
  settings: WebhookSettings,
  handle: HandleEvent,
): Promise<{ status: number; text: string | null }> {
  let event: WebhookEvent;
  try {
    event = await verifyWebhook((await read()) as Uint8Array, headers, settings);
  } catch (cause) {
    if (cause instanceof WebhookError) return { status: cause.status, text: cause.message };
    throw cause;
  }
  await handle(event);
  return { status: 204, text: null };
}

async function whole(chunks: Chunks): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new WebhookError('too_large', `The body has more than ${MAX_BODY_BYTES} bytes.`);
    parts.push(new Uint8Array(chunk));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** For what takes a `Request`: Deno.serve, Bun.serve, the routes of Next.js, workers. */
export function webhook(settings: WebhookSettings, handle: HandleEvent): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, text } = await receive(() => whole(request.body ?? []), request.headers, settings, handle);
    return new Response(text, { status });
  };
}

/** `app.post('/events', honoWebhook(…))`. */
export function honoWebhook(settings: WebhookSettings, handle: HandleEvent) {
  const answer = webhook(settings, handle);
  return (context: { req: { raw: Request } }): Promise<Response> => answer(context.req.raw);
}

type ExpressRequest = AsyncIterable<Uint8Array> & {
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
};
type ExpressResponse = { statusCode: number; end: (text?: string) => unknown };

/**
 * `app.post('/events', expressWebhook(…))`, before `app.use(express.json())`, or after `express.raw()` for JSON. As a
 * listener of `node:http`, too.
 */
export function expressWebhook(settings: WebhookSettings, handle: HandleEvent) {
  return async (
    request: ExpressRequest,
    response: ExpressResponse,
    next?: (cause: unknown) => unknown,
  ): Promise<void> => {
    try {
      const read = async () => request.body ?? whole(request);
      const { status, text } = await receive(read, request.headers, settings, handle);
      response.statusCode = status;
      response.end(text ?? undefined);
    } catch (cause) {
      if (next) return void next(cause);
      response.statusCode = 500;
      response.end();
    }
  };
}

type FastifyRequest = { headers: Record<string, string | string[] | undefined>; body: unknown };
type FastifyReply = { code: (status: number) => { send: (text?: string | null) => unknown } };
type FastifyInstance = {
  removeContentTypeParser: (type: string) => unknown;
  /** Its overloads fit no plainer type. */
  addContentTypeParser: (type: never, options: never, parse: never) => unknown;
  post: (path: string, answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => unknown;
};

/** A plugin, in which bodies stay raw: `app.register(fastifyWebhook(…), { prefix: '/events' })`. */
export function fastifyWebhook(settings: WebhookSettings, handle: HandleEvent) {
  return async (app: FastifyInstance): Promise<void> => {
    // There is always one: Fastify's own, or that of the server around it.
    app.removeContentTypeParser('application/json');
    const raw = (_: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => done(null, body);
    app.addContentTypeParser('application/json' as never, { parseAs: 'buffer' } as never, raw as never);
    app.post('/', async (request, reply) => {
      const { status, text } = await receive(async () => request.body, request.headers, settings, handle);
      return reply.code(status).send(text);
    });
  };
}
