/** Test devices: the numbers that an agent in test mode may write to. */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { PageOf } from '../../model/page.ts';
import {
  findDevice,
  findDeviceForUpdate,
  insertDevice,
  listDevices,
  removeDevice,
  updateDevice,
} from '../../store/devices.ts';
import { AgentPath, DevicePath, NoContent, PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { noAgent, reachAgent } from './visibility.ts';

const tags = ['Test devices'];

export function deviceRoutes(server: Server, context: Context): void {
  const { sql, catalog } = context;

  server.get(
    '/agents/:agentId/devices',
    {
      config: { problems: ['agent_not_found'] },
      schema: {
        operationId: 'listDevices',
        summary: 'List test devices',
        description: 'Newest first.',
        tags,
        params: AgentPath,
        querystring: PlainPageQuery,
        response: { 200: PageOf('devices', ref('Device')) },
      },
    },
    async (request) => {
      const { agentId } = await reachAgent(context, request);
      const { rows, ...page } = await listDevices(sql, agentId, request.query);
      return { devices: rows, ...page };
    },
  );

  server.post(
    '/agents/:agentId/devices',
    {
      config: { problems: ['agent_not_found', 'invalid_phone_number'] },
      schema: {
        operationId: 'registerDevice',
        summary: 'Register a test device',
        description: 'Registering a number again returns 200 and changes nothing.',
        tags,
        params: AgentPath,
        body: ref('NewDevice'),
        response: { 200: ref('Device'), 201: ref('Device') },
      },
    },
    async (request, reply) => {
      const { agentId, accountId } = await reachAgent(context, request);
      const { phoneNumber } = request.body;
      const registered = await sql.begin(async (transaction) => {
        const after = await insertDevice(transaction, agentId, request.body);
        if (after) await audit(transaction, request, { accountId, agentId, id: phoneNumber, after });
        return after;
      });
      if (registered) {
        await catalog.forget(agentId);
        return reply.code(201).send(registered);
      }
      const known = await findDevice(sql, agentId, phoneNumber);
      if (!known) throw noAgent(agentId);
      return known;
    },
  );

  server.patch(
    '/agents/:agentId/devices/:phoneNumber',
    {
      config: { problems: ['agent_not_found', 'device_not_found', 'invalid_phone_number'] },
      schema: {
        operationId: 'updateDevice',
        summary: 'Change a test device',
        description: 'Whether it runs the draft of the flow.',
        tags,
        params: DevicePath,
        body: ref('DevicePatch'),
        response: { 200: ref('Device') },
      },
    },
    async (request) => {
      const { agentId, accountId } = await reachAgent(context, request);
      const { phoneNumber } = request.params;
      const device = await sql.begin(async (transaction) => {
        const before = await findDeviceForUpdate(transaction, agentId, phoneNumber);
        const after = await updateDevice(transaction, agentId, phoneNumber, request.body);
        if (!before || !after) throw noDevice();
        await audit(transaction, request, { accountId, agentId, id: phoneNumber, before, after });
        return after;
      });
      await catalog.forget(agentId);
      return device;
    },
  );

  server.delete(
    '/agents/:agentId/devices/:phoneNumber',
    {
      config: { problems: ['agent_not_found', 'device_not_found', 'invalid_phone_number'] },
      schema: {
        operationId: 'removeDevice',
        summary: 'Remove a test device',
        description: 'An agent in test mode may no longer message it.',
        tags,
        params: DevicePath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { agentId, accountId } = await reachAgent(context, request);
      const { phoneNumber } = request.params;
      await sql.begin(async (transaction) => {
        const before = await removeDevice(transaction, agentId, phoneNumber);
        if (!before) throw noDevice();
        await audit(transaction, request, { accountId, agentId, id: phoneNumber, before });
      });
      await catalog.forget(agentId);
      return reply.code(204).send(null);
    },
  );
}

function noDevice(): Problem {
  return new Problem('device_not_found', 'The number is not a registered test device of the agent.');
}
