/** The platform itself: its service account, the partner webhook, its knobs, its agents and its counters. */
import type { FastifyPluginAsync } from 'fastify';
import Type from 'typebox';
import { Problem } from '../../src/errors.ts';
import { agentView, bareAgentId, registerAgent } from '../agents.ts';
import type { Emulator } from '../emulator.ts';
import { tellLaunch } from '../google/notices.ts';
import { verifyWebhook } from '../google/registration.ts';
import { serviceAccountFile } from '../google/token.ts';
import { mergeSettings, Settings, SettingsPatch } from '../phones/settings.ts';
import { described } from './openapi.ts';
import { AgentPatch, WebhookRegistration } from './schemas.ts';

const AgentPath = Type.Object({ agentId: Type.String({ minLength: 1, maxLength: 256 }) });
type AgentPath = { Params: { agentId: string } };

export function controlRoutes({ platform, tokens, tokenUri }: Emulator): FastifyPluginAsync {
  return async (scope) => {
    scope.get(
      '/service-account',
      { schema: described('getServiceAccount', 'The service account’s key file') },
      async () => serviceAccountFile(tokens, tokenUri()),
    );

    const registered = () => ({ webhookUri: platform.partnerWebhook?.webhookUri ?? null });

    scope.get('/webhook', { schema: described('getPartnerWebhook', 'Get the partner webhook') }, async () =>
      registered(),
    );

    scope.put<{ Body: WebhookRegistration }>(
      '/webhook',
      {
        schema: described('registerPartnerWebhook', 'Register the partner webhook, after the handshake', {
          body: WebhookRegistration,
        }),
      },
      async ({ body }) => {
        const { target, refusal } = await verifyWebhook(platform, body.webhookUri, body.verificationToken);
        if (!target) throw new Problem('invalid_request', `The webhook is not registered: ${refusal}.`);
        platform.partnerWebhook = target;
        platform.webhooks.retryNow();
        return registered();
      },
    );

    scope.get(
      '/settings',
      { schema: described('getKnobs', 'Get the knobs', { response: { 200: Settings } }) },
      async () => platform.settings,
    );

    scope.put<{ Body: SettingsPatch }>(
      '/settings',
      { schema: described('changeKnobs', 'Change knobs', { body: SettingsPatch, response: { 200: Settings } }) },
      async ({ body }) => {
        mergeSettings(platform.settings, body);
        return platform.settings;
      },
    );

    scope.get('/agents', { schema: described('listRegisteredAgents', 'List the registered agents') }, async () => ({
      agents: [...platform.agents.values()].map(agentView),
    }));

    scope.put<AgentPath & { Body: AgentPatch }>(
      '/agents/:agentId',
      {
        schema: described('registerAgent', 'Register an agent, launch it, set its use case and testers', {
          params: AgentPath,
          body: AgentPatch,
        }),
      },
      async ({ params, body }) => {
        const agent = registerAgent(platform.agents, bareAgentId(params.agentId));
        const { launched = agent.launched, useCase = agent.useCase, testers } = body;
        const hasChanged = launched !== agent.launched;
        agent.launched = launched;
        agent.useCase = useCase;
        if (testers) agent.testers = new Map(Object.entries(testers));
        if (hasChanged) tellLaunch(platform, agent);
        return agentView(agent);
      },
    );

    scope.get('/statistics', { schema: described('getCounters', 'Get the counters') }, async () => ({
      messages: platform.counts,
      webhooks: platform.webhooks.counts,
      handsets: platform.handsets.size,
      rememberedIds: platform.remembered.size,
    }));
  };
}
