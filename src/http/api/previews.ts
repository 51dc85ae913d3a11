/** Shows the author of a message how it would render; nothing is stored or sent. */
import type { Context } from '../../context.ts';
import type { FieldError } from '../../errors.ts';
import type { Preview, PreviewRequest } from '../../model/preview.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { alsoChecked } from '../contract/also-checked.ts';
import { AgentPath, ref } from '../contract/schemas.ts';
import { createShares } from '../contract/shares.ts';
import type { Server } from '../fastify.ts';
import { MAX_STATE_BYTES } from './states.ts';
import { reachAgent } from './visibility.ts';

/**
 * Concurrent previews of one account. They share its place among the accounts with its own turns, and a template may
 * hold a thread for 100 ms: so previews delay a turn of the account by half a second, however many are requested.
 */
const MAX_AT_ONCE = 8;

export function previewRoutes(server: Server, context: Context): void {
  const withShare = createShares(MAX_AT_ONCE, 'previews');
  server.post(
    '/agents/:agentId/previews',
    {
      bodyLimit: MAX_STATE_BYTES,
      ...alsoChecked<{ Params: { agentId: string }; Body: PreviewRequest }>(async (request) => {
        const { accountId } = await reachAgent(context, request);
        return checkTemplate(context, accountId, request.body);
      }),
      config: { problems: ['agent_not_found', 'invalid_liquid', 'too_many_requests'] },
      schema: {
        operationId: 'previewMessage',
        summary: 'Preview a message',
        description:
          'Renders a template with the given values, checks the result as a turn would, and returns it. No operation runs, nothing is stored and nothing is sent. At most eight at once per account, then 429.',
        tags: ['States'],
        params: AgentPath,
        body: ref('PreviewRequest'),
        response: { 200: ref('Preview') },
      },
    },
    async (request) => {
      const { accountId } = await reachAgent(context, request);
      return withShare(accountId, () => preview(context, accountId, request.body));
    },
  );
}

async function checkTemplate(context: Context, accountId: string, { template }: PreviewRequest): Promise<FieldError[]> {
  const { errors, liquidErrors } = await context.checkState(accountId, { template }, { stateExists: () => true });
  return [...errors, ...liquidErrors];
}

async function preview(context: Context, accountId: string, request: PreviewRequest): Promise<Preview> {
  const previewed = await context.preview(accountId, request, context.now().toISOString());
  if ('contentMessage' in previewed) return { contentMessage: previewed.contentMessage };
  throw fieldProblem(
    previewed.errors.map(({ path, message }) => ({ path: `/template/contentMessage${path}`, message })),
  );
}
