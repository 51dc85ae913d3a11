/** The message API, `/v1/phones/…` and `/v1/users:batchGet`. Source: docs/platform.md, "Methods". */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { bareAgentId } from '../agents.ts';
import type { Emulator } from '../emulator.ts';
import { type Fault, takeFault } from '../phones/handset.ts';
import { batchGetUsers, batchLimitReached, capabilitiesOf } from '../phones/reach.ts';
import { handsetOf } from '../platform.ts';
import { acceptEvent } from './agent-events.ts';
import { GoogleError, scriptedFault } from './google-error.ts';
import { bodyFields, bodyOf, queryText } from './google-request.ts';
import { type AgentCall, acceptMessage, revokeMessage } from './messages.ts';

type PhonePath = { Params: { phoneNumber: string } };

const MAX_BATCHES_A_MINUTE = 600;

export function messageRoutes({ platform }: Emulator): FastifyPluginAsync {
  return async (scope) => {
    scope.post<PhonePath>('/phones/:phoneNumber/agentMessages', (request, reply) =>
      faulty(request, reply, 'send', () => acceptMessage(platform, callOf(request, 'messageId'))),
    );

    scope.delete<{ Params: { phoneNumber: string; messageId: string } }>(
      '/phones/:phoneNumber/agentMessages/:messageId',
      async (request) => {
        const { phoneNumber, messageId } = request.params;
        revokeMessage(platform, phoneNumber, agentIdOf(request), messageId);
        return {};
      },
    );

    scope.post<PhonePath>('/phones/:phoneNumber/agentEvents', (request, reply) =>
      faulty(request, reply, 'event', () => acceptEvent(platform, callOf(request, 'eventId'))),
    );

    scope.get<PhonePath>('/phones/:phoneNumber/capabilities', (request, reply) =>
      faulty(request, reply, 'capability', () =>
        capabilitiesOf(platform, request.params.phoneNumber, agentIdOf(request), queryText(request, 'requestId')),
      ),
    );

    scope.post('/phones/:phoneNumber/dialogflowMessages', async () => {
      throw new GoogleError(403, 'The RBM agent has no Dialogflow integration.');
    });

    let minute = 0;
    let batches = 0;
    scope.post('/users::batchGet', async (request) => {
      const now = Math.floor(platform.clock.now() / 60_000);
      batches = now === minute ? batches + 1 : 1;
      minute = now;
      if (batches > MAX_BATCHES_A_MINUTE) throw batchLimitReached();
      const { users, agentId } = bodyFields(request);
      const numbers = Array.isArray(users) ? users.map(String) : [];
      return batchGetUsers(platform, bareAgentId(String(agentId ?? queryText(request, 'agentId'))), numbers);
    });

    /** Applies the next fault that the handset's settings script for this call, if there is one. */
    function faulty(
      request: FastifyRequest<PhonePath>,
      reply: FastifyReply,
      call: NonNullable<Fault['on']>,
      answer: () => object,
    ): object | Promise<object> {
      const fault = takeFault(handsetOf(platform, request.params.phoneNumber), call);
      return fault ? playFault(fault, request, reply, answer) : reply.send(answer());
    }
  };
}

async function playFault(fault: Fault, request: FastifyRequest, reply: FastifyReply, answer: () => object) {
  const answered = fault.afterAccept ? answer() : null;
  if (fault.delayMs) await sleep(fault.delayMs, undefined, { ref: false });
  if (fault.status) throw scriptedFault(fault.status);
  if (!answered) return answer();
  // Accepted, but the caller will never know.
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

const agentIdOf = (request: FastifyRequest) => bareAgentId(queryText(request, 'agentId'));

function callOf(request: FastifyRequest<PhonePath>, idParameter: string): AgentCall {
  const { json, bytes } = bodyOf(request);
  const { phoneNumber } = request.params;
  return { phoneNumber, agentId: agentIdOf(request), id: queryText(request, idParameter), body: json, bytes };
}
