/** Consent: the log of a conversation, and what a client records when consent was given or withdrawn elsewhere. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { CONSENT_ACTIONS } from '../../model/consent.ts';
import { PageOf } from '../../model/page.ts';
import { PhoneNumber } from '../../model/phone-number.ts';
import { listConsentChanges } from '../../store/consent.ts';
import { DevicePath, PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { tracedBy } from '../observe.ts';
import { reachAgent } from './visibility.ts';

const Enqueued = Type.Object({
  agentId: Type.String(),
  phoneNumber: PhoneNumber,
  action: Type.Enum([...CONSENT_ACTIONS], { type: 'string' }),
  status: Type.Literal('ENQUEUED', { description: 'It applies to everything that arrives after it.' }),
});

export function consentRoutes(server: Server, context: Context): void {
  const { sql, lanes } = context;
  const tags = ['Conversations'];

  server.get(
    '/agents/:agentId/conversations/:phoneNumber/consent',
    {
      config: { problems: ['agent_not_found', 'invalid_phone_number'] },
      schema: {
        operationId: 'listConsentChanges',
        summary: 'List consent changes',
        description:
          'How and when the user opted out of this agent and back in, newest first. Empty if they never did. Kept permanently.',
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
      config: { problems: ['agent_not_found', 'invalid_phone_number'] },
      schema: {
        operationId: 'recordConsent',
        summary: 'Record an opt-out or an opt-in',
        description:
          'For a choice made elsewhere, by phone for example. It takes its place in the order of everything that arrives for the conversation; nothing is sent. If it changes nothing, the log stays as it is.',
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
      await lanes.append({
        agentId,
        phoneNumber,
        body: { kind: 'consent', ...request.body, ...tracedBy(request) },
        dedupeId: null,
      });
      return reply.code(202).send({ agentId, phoneNumber, action, status: 'ENQUEUED' as const });
    },
  );
}
