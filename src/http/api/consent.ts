/** Consent: the log of a conversation, and what a client records when consent was given or withdrawn elsewhere. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { CONSENT_ACTIONS } from '../../model/consent.ts';
import { PageOf } from '../../model/page.ts';
import { PhoneNumber } from '../../model/phone-number.ts';
import { listConsentChanges } from '../../store/consent.ts';
import { DevicePath, PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { reachAgent } from './visibility.ts';

const Enqueued = Type.Object({
  agentId: Type.String(),
  phoneNumber: PhoneNumber,
  action: Type.Enum([...CONSENT_ACTIONS], { type: 'string' }),
  status: Type.Literal('ENQUEUED', { description: 'It counts for all that arrives after it.' }),
});

export function consentRoutes(server: Server, context: Context): void {
  const { sql, lanes } = context;
  const tags = ['Conversations'];

  server.get(
    '/agents/:agentId/conversations/:phoneNumber/consent',
    {
      config: { access: 'client', problems: ['agent_not_found', 'invalid_phone_number'] },
      schema: {
        operationId: 'listConsentChanges',
        summary: 'List changes of consent',
        description:
          'By what and when the user opted out of this agent and in again, newest first. Empty for who was never heard about it. Kept without end.',
        tags,
        params: DevicePath,
        querystring: PlainPageQuery,
        response: { 200: PageOf('changes', ref('ConsentChange')) },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const { phoneNumber } = request.params;
      const place = { lane: lanes.laneOf(agentId, phoneNumber), agentId, phoneNumber };
      const { rows, ...page } = await listConsentChanges(sql, place, request.query);
      return { changes: rows, ...page };
    },
  );

  server.post(
    '/agents/:agentId/conversations/:phoneNumber/consent',
    {
      config: { access: 'client', problems: ['agent_not_found', 'invalid_phone_number'] },
      schema: {
        operationId: 'recordConsent',
        summary: 'Record an opt-out or an opt-in',
        description:
          'What the user said elsewhere, by phone for example. It takes its place in the order of all that arrives for the conversation; nothing is sent. What changes nothing adds nothing to the log.',
        tags,
        params: DevicePath,
        body: ref('ConsentRecord'),
        response: { 202: Enqueued },
      },
    },
    async (request, reply) => {
      const { agentId } = await reachAgent(context, request);
      const { phoneNumber } = request.params;
      const { action } = request.body;
      await lanes.append({ agentId, phoneNumber, body: { kind: 'consent', ...request.body }, dedupeId: null });
      return reply.code(202).send({ agentId, phoneNumber, action, status: 'ENQUEUED' as const });
    },
  );
}
