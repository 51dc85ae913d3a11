/** An agent's own webhook, which overrides the partner's. Source: docs/platform.md, "The webhook: handshake". */
import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { bareAgentId, type EmulatedAgent, registerAgent } from '../agents.ts';
import type { Emulator } from '../emulator.ts';
import { agentOf } from '../platform.ts';
import { GoogleError, invalid, notFound } from './google-error.ts';
import { bodyFields, fieldsOf, textOf } from './google-request.ts';
import { verifyWebhook } from './registration.ts';
import type { WebhookTarget } from './webhook.ts';

type Path = { brandId: string; agentId: string };
type OnePath = Path & { integrationId: string };

const ALL = '/brands/:brandId/agents/:agentId/integrations';
const ONE = `${ALL}/:integrationId`;
const MAX_INTEGRATIONS = 10;

export function integrationRoutes({ platform }: Emulator): FastifyPluginAsync {
  async function readTarget(request: FastifyRequest): Promise<WebhookTarget> {
    const { webhookUri, verificationToken } = fieldsOf(bodyFields(request)['agentWebhookIntegration']);
    const { target, refusal } = await verifyWebhook(platform, textOf(webhookUri), textOf(verificationToken));
    if (!target) throw invalid(`Webhook verification failed: ${refusal}.`, 'integration.agent_webhook_integration');
    return target;
  }

  function find({ agentId, integrationId }: OnePath): { agent: EmulatedAgent; target: WebhookTarget } {
    const agent = platform.agents.get(bareAgentId(agentId));
    const target = agent?.integrations.get(integrationId);
    if (!agent || !target) throw notFound();
    return { agent, target };
  }

  return async (scope) => {
    scope.post<{ Params: Path }>(ALL, async (request) => {
      const agentId = bareAgentId(request.params.agentId);
      agentOf(platform, agentId);
      const target = await readTarget(request);
      const { integrations } = registerAgent(platform.agents, agentId);
      if (integrations.size >= MAX_INTEGRATIONS) throw new GoogleError(429, 'The agent has too many integrations.');
      const integrationId = randomUUID();
      integrations.set(integrationId, target);
      platform.webhooks.retryNow();
      return view({ ...request.params, integrationId }, target);
    });

    scope.get<{ Params: Path }>(ALL, async ({ params }) => {
      const integrations = platform.agents.get(bareAgentId(params.agentId))?.integrations ?? new Map();
      return {
        integrations: [...integrations].map(([integrationId, target]) => view({ ...params, integrationId }, target)),
      };
    });

    scope.get<{ Params: OnePath }>(ONE, async ({ params }) => view(params, find(params).target));

    scope.patch<{ Params: OnePath }>(ONE, async (request) => {
      const { agent } = find(request.params);
      const target = await readTarget(request);
      agent.integrations.set(request.params.integrationId, target);
      platform.webhooks.retryNow();
      return view(request.params, target);
    });

    scope.delete<{ Params: OnePath }>(ONE, async ({ params }) => {
      find(params).agent.integrations.delete(params.integrationId);
      return {};
    });
  };
}

function view({ brandId, agentId, integrationId }: OnePath, { webhookUri }: WebhookTarget) {
  return {
    name: `brands/${brandId}/agents/${bareAgentId(agentId)}/integrations/${integrationId}`,
    status: 'ENABLED',
    agentWebhookIntegration: { webhookUri },
  };
}
