/** A handset's transcript as server-sent events: the latest entries, then new and changed ones as they happen. */
import type { ServerResponse } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import Type from 'typebox';
import { Problem } from '../../src/errors.ts';
import { PhoneNumber } from '../../src/model/phone-number.ts';
import type { Emulator } from '../emulator.ts';
import type { Handset, StreamEvent } from '../phones/handset.ts';
import { entryView, settingsView } from '../phones/views.ts';
import { handsetOf } from '../platform.ts';
import { described } from './openapi.ts';

const MAX_STREAMS = 200;
/** Sent when a stream opens. */
const BACKLOG_ENTRIES = 100;
/** A reader this far behind is cut off; it reconnects and gets the transcript again. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Proxies close connections that are silent for a minute. */
const KEEP_ALIVE_MS = 20_000;

export function streamRoutes({ platform }: Emulator): FastifyPluginAsync {
  return async (scope) => {
    const open = new Set<ServerResponse>();
    scope.addHook('preClose', async () => {
      for (const response of open) response.end();
    });

    scope.get<{ Params: { phoneNumber: string } }>(
      '/handsets/:phoneNumber/stream',
      {
        schema: described('streamHandset', 'The transcript as server-sent events', {
          description:
            '`handset`: the settings. `entry`: a new or changed message, identified by its `sequence`. `typing`: an agent is typing.',
          produces: ['text/event-stream'],
          params: Type.Object({ phoneNumber: PhoneNumber }),
        }),
      },
      async (request, reply) => {
        if (open.size >= MAX_STREAMS)
          throw new Problem('too_many_requests', `At most ${MAX_STREAMS} streams are open.`);
        const handset = handsetOf(platform, request.params.phoneNumber);
        reply.hijack();
        const response = reply.raw;
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        });
        open.add(response);
        const stop = watch(handset, response);
        response.on('close', () => {
          stop();
          open.delete(response);
        });
        return reply;
      },
    );
  };
}

function watch(handset: Handset, response: ServerResponse): () => void {
  const write = (text: string) => {
    response.write(text);
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  };
  const watcher = (event: StreamEvent) => write(serialize(handset, event));
  write(serialize(handset, { type: 'settings' }));
  for (const entry of handset.transcript.slice(-BACKLOG_ENTRIES)) write(serialize(handset, { type: 'entry', entry }));
  handset.watchers.add(watcher);
  const keepAlive = setInterval(() => write(': still here\n\n'), KEEP_ALIVE_MS);
  return () => {
    handset.watchers.delete(watcher);
    clearInterval(keepAlive);
  };
}

function serialize(handset: Handset, event: StreamEvent): string {
  if (event.type === 'entry') {
    const { entry } = event;
    return `event: entry\nid: ${entry.sequence}\ndata: ${JSON.stringify(entryView(entry))}\n\n`;
  }
  if (event.type === 'typing') return `event: typing\ndata: ${JSON.stringify({ agentId: event.agentId })}\n\n`;
  return `event: handset\ndata: ${JSON.stringify(settingsView(handset))}\n\n`;
}
