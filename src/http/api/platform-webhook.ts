/**
 * Incoming notices of the RCS platform. The transport verifies and translates; here every notice is written to its
 * lane, and the platform is answered after the commit: it repeats what was not written.
 */
import type { Context } from '../../context.ts';
import type { Notice } from '../../model/notice.ts';
import type { Traced } from '../../traced.ts';
import type { Server } from '../fastify.ts';
import { tracedBy } from '../observe.ts';

/** A delivery is a few kilobytes: files come as URLs. */
const MAX_WEBHOOK_BYTES = 1024 * 1024;

export function platformWebhookRoutes(server: Server, context: Context): void {
  const { transport } = context;

  // Its own scope, because the signature covers the bytes as they came, whatever their content type.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    scope.post(
      '/platform/webhook',
      {
        bodyLimit: MAX_WEBHOOK_BYTES,
        config: { access: 'public' },
        // For the RCS platform alone, so not in the API's documentation.
        schema: { hide: true },
      },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const received = transport.receive({ headers: request.headers, body });
        await Promise.all(received.notices.map((notice) => accept(context, notice, tracedBy(request))));
        // Only 200 is declared; the transport decides which status it is.
        return reply
          .code(received.status as 200)
          .type(received.contentType)
          .send(received.body);
      },
    );
  });
}

async function accept({ catalog, lanes, log }: Context, notice: Notice, traced: Traced | null): Promise<void> {
  const { platformAgentId, phoneNumber, dedupeId, ...body } = notice;
  const agent = await catalog.findAgentByPlatformId(platformAgentId);
  if (agent) {
    await lanes.append({ agentId: agent.agentId, phoneNumber, body: traced ? { ...body, ...traced } : body, dedupeId });
  } else {
    // Acknowledged all the same: a repeat would not make the agent ours.
    log.warn({ platformAgentId, kind: body.kind }, 'dropped a notice of the platform about an unknown agent');
  }
}
