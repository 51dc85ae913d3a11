/**
 * The send endpoint: checked, written to its lane, and answered after the commit; the turn does the rest. A plain
 * request costs no query but the append. Source: the specification, "Agents and states"; docs/spec-choices.md §3.
 */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { type FieldError, Problem } from '../../errors.ts';
import { uuidv7 } from '../../ids.ts';
import { SendHeaders, type SendRequest } from '../../model/send-request.ts';
import { type TrafficType, trafficFault } from '../../model/traffic-type.ts';
import { alsoChecked } from '../contract/also-checked.ts';
import { DevicePath, ref, StatePath } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { tracedBy } from '../observe.ts';
import { appendOnce } from './idempotency.ts';
import { isAuthor, reachAgent } from './visibility.ts';

/** Parameters of one message; they are kept in the session, which every turn of the conversation writes. */
const MAX_SEND_BYTES = 64 * 1024;

export function sendRoutes(server: Server, context: Context): void {
  const { catalog, lanes } = context;

  server.post(
    '/agents/:agentId/states/:stateId/send/:phoneNumber',
    {
      bodyLimit: MAX_SEND_BYTES,
      ...alsoChecked<{ Params: { agentId: string }; Body: SendRequest }>((request) =>
        request.body.messageTrafficType ? checkTraffic(context, request, request.body.messageTrafficType) : [],
      ),
      config: {
        problems: [
          'invalid_phone_number',
          'not_a_test_device',
          'agent_not_found',
          'state_not_found',
          'idempotency_key_reused',
          'message_id_reused',
        ],
      },
      schema: {
        operationId: 'sendState',
        summary: "Send a state's message to a phone number",
        description:
          'The user enters the state: its operations run, a transition may lead elsewhere, and the message is sent. 200 means that the request is stored and will not be lost; the outcome arrives as webhook events. In test mode, an agent messages only its registered test devices.',
        tags: ['Messages'],
        params: Type.Object({ ...StatePath.properties, phoneNumber: DevicePath.properties.phoneNumber }),
        headers: SendHeaders,
        body: ref('SendRequest'),
        response: { 200: ref('SendAnswer') },
      },
    },
    async (request) => {
      const { stateId, phoneNumber } = request.params;
      const { params = {}, ttl, messageId: ownId, messageTrafficType } = request.body;
      const ttlSeconds = ttl === undefined ? null : Number.parseInt(ttl, 10);
      const agent = await reachAgent(context, request);
      const { agentId } = agent;
      const version = await catalog.liveVersion(agent, phoneNumber);
      if (!(await catalog.findState(agentId, stateId, version))) {
        throw new Problem('state_not_found', `The agent has no state ${stateId}.`);
      }
      const isAuthors = isAuthor(request.principal);
      if ((isAuthors || agent.mode === 'TEST') && !(await catalog.hasDevice(agentId, phoneNumber))) {
        throw new Problem(
          'not_a_test_device',
          isAuthors
            ? 'An author sends to test devices only, and the number is not one of the agent: an operator can register it.'
            : 'The agent is in test mode and the number is not one of its test devices. Register it, or launch the agent.',
        );
      }

      const item = {
        kind: 'send',
        stateId,
        params,
        ttlSeconds,
        ...(messageTrafficType && { messageTrafficType }),
      } as const;
      const idempotencyKey = request.headers['idempotency-key'];
      let messageId: string;
      if (idempotencyKey === undefined && ownId === undefined) {
        messageId = uuidv7();
        await lanes.append({
          agentId,
          phoneNumber,
          body: { ...item, messageId, ...tracedBy(request) },
          dedupeId: null,
        });
      } else {
        const repeatable = {
          agent,
          phoneNumber,
          item,
          idempotencyKey,
          messageId: ownId?.toLowerCase(),
          traced: tracedBy(request),
        };
        messageId = await appendOnce(context, repeatable);
      }
      return { messageId, agentId, stateId, phoneNumber, status: 'ENQUEUED' as const };
    },
  );
}

async function checkTraffic(
  context: Context,
  request: Parameters<typeof reachAgent>[1],
  type: TrafficType,
): Promise<FieldError[]> {
  const { useCase } = await reachAgent(context, request);
  const message = trafficFault(type, useCase);
  return message === null ? [] : [{ path: '/messageTrafficType', message }];
}
