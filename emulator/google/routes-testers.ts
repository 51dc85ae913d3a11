/** Testers of the management API. Source: docs/platform.md, "Testers". */
import type { FastifyPluginAsync } from 'fastify';
import { E164 } from '../../src/model/phone-number.ts';
import { bareAgentId, type EmulatedAgent, inviteTester, registerAgent, testerView } from '../agents.ts';
import type { Emulator } from '../emulator.ts';
import { agentOf } from '../platform.ts';
import { invalid, notFound } from './google-error.ts';
import { bodyFields, queryText, textOf } from './google-request.ts';

type TesterPath = { Params: { phoneNumber: string } };

export function testerRoutes({ platform }: Emulator): FastifyPluginAsync {
  const known = (agentId: string): EmulatedAgent => {
    agentOf(platform, bareAgentId(agentId));
    return registerAgent(platform.agents, bareAgentId(agentId));
  };

  return async (scope) => {
    scope.post('/testers', async (request) => {
      const body = bodyFields(request);
      // One of Google's own samples writes snake_case here.
      const phoneNumber = textOf(body['phoneNumber'] ?? body['phone_number']);
      if (!E164.test(phoneNumber)) throw invalid('The phone number is not in E.164 form.', 'tester.phone_number');
      const agent = known(textOf(body['agentId'] ?? body['agent_id']));
      inviteTester(agent, phoneNumber, platform.clock);
      return testerView(agent, phoneNumber);
    });

    scope.get('/testers', async (request) => {
      const agent = known(queryText(request, 'agentId'));
      return { testers: [...agent.testers.keys()].map((phoneNumber) => testerView(agent, phoneNumber)) };
    });

    scope.get<TesterPath>('/testers/:phoneNumber', async (request) =>
      testerView(known(queryText(request, 'agentId')), request.params.phoneNumber),
    );

    scope.delete<TesterPath>('/testers/:phoneNumber', async (request) => {
      if (!known(queryText(request, 'agentId')).testers.delete(request.params.phoneNumber)) throw notFound();
      return {};
    });
  };
}
