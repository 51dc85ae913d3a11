/** Emulated phones: their settings, their transcript, their user's actions. Source: docs/spec-choices.md §9. */
import type { FastifyPluginAsync } from 'fastify';
import Type, { type Static } from 'typebox';
import { PhoneNumber } from '../../src/model/phone-number.ts';
import type { Emulator } from '../emulator.ts';
import { resumeReads } from '../google/agent-events.ts';
import { resumeDelivery } from '../google/messages.ts';
import { createHandset, HandsetSettings, MAX_TRANSCRIPT_ENTRIES, notify } from '../phones/handset.ts';
import { sendUserEvent, sendUserMessage } from '../phones/user.ts';
import { handsetView, settingsView } from '../phones/views.ts';
import { handsetOf } from '../platform.ts';
import { described } from './openapi.ts';
import { HandsetPatch, HandsetView, UserEvent, UserMessage } from './schemas.ts';

const PhonePath = Type.Object({ phoneNumber: PhoneNumber });
type PhonePath = { Params: Static<typeof PhonePath> };

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 100;
const limitUpTo = (maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, description: `${DEFAULT_LIMIT} if absent.` }));
type Limit = { limit?: number };

export function handsetRoutes({ platform }: Emulator): FastifyPluginAsync {
  return async (scope) => {
    scope.get<{ Querystring: Limit & { cursor?: string } }>(
      '/handsets',
      {
        schema: described('listHandsets', 'List the handsets, without transcripts', {
          querystring: Type.Object({
            limit: limitUpTo(MAX_LIMIT),
            cursor: Type.Optional(Type.String({ maxLength: 20 })),
          }),
        }),
      },
      async ({ query }) => {
        const { limit = DEFAULT_LIMIT } = query;
        const numbers = [...platform.handsets.keys()];
        const start = query.cursor === undefined ? 0 : numbers.indexOf(query.cursor) + 1;
        const page = numbers.slice(start, start + limit);
        const hasMore = start + limit < numbers.length;
        return {
          handsets: page.map((phoneNumber) => settingsView(handsetOf(platform, phoneNumber))),
          ...(hasMore && { nextCursor: page.at(-1) }),
        };
      },
    );

    scope.get<PhonePath & { Querystring: Limit }>(
      '/handsets/:phoneNumber',
      {
        schema: described('getHandset', 'Get a handset and the last messages of its transcript', {
          params: PhonePath,
          querystring: Type.Object({ limit: limitUpTo(MAX_TRANSCRIPT_ENTRIES) }),
          response: { 200: HandsetView },
        }),
      },
      async ({ params, query }) => {
        const handset = platform.handsets.get(params.phoneNumber) ?? createHandset(params.phoneNumber);
        return handsetView(handset, query.limit ?? DEFAULT_LIMIT);
      },
    );

    scope.put<PhonePath & { Body: HandsetPatch }>(
      '/handsets/:phoneNumber',
      {
        schema: described('putHandset', 'Create or change a handset; omitted fields stay as they are', {
          params: PhonePath,
          body: HandsetPatch,
          response: { 200: Type.Object({ phoneNumber: PhoneNumber, ...HandsetSettings.properties }) },
        }),
      },
      async ({ params, body }) => {
        const handset = handsetOf(platform, params.phoneNumber);
        Object.assign(handset.settings, body);
        if (handset.settings.online && handset.settings.rcs) {
          resumeDelivery(platform, handset);
          resumeReads(platform, handset);
        }
        notify(handset, { type: 'settings' });
        return settingsView(handset);
      },
    );

    scope.delete<PhonePath>(
      '/handsets/:phoneNumber',
      {
        schema: described('deleteHandset', 'Delete a handset and its transcript', {
          params: PhonePath,
          response: { 204: Type.Null({ description: 'Forgotten.' }) },
        }),
      },
      async ({ params }, reply) => {
        platform.handsets.delete(params.phoneNumber);
        return reply.code(204).send();
      },
    );

    scope.post<PhonePath & { Body: UserMessage }>(
      '/handsets/:phoneNumber/messages',
      {
        schema: described('writeAsUser', 'The user writes, taps, shares or uploads', {
          params: PhonePath,
          body: UserMessage,
        }),
      },
      async ({ params, body }) => sendUserMessage(platform, handsetOf(platform, params.phoneNumber), body),
    );

    scope.post<PhonePath & { Body: UserEvent }>(
      '/handsets/:phoneNumber/events',
      {
        schema: described('actAsUser', 'The user reads, types, subscribes or unsubscribes', {
          params: PhonePath,
          body: UserEvent,
        }),
      },
      async ({ params, body }) => sendUserEvent(platform, handsetOf(platform, params.phoneNumber), body),
    );
  };
}
