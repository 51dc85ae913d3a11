/** Shows the author of a message how it would render; nothing is stored or sent. */
import type { Context } from '../../context.ts';
import { type FieldError, Problem, retryAfter } from '../../errors.ts';
import type { Preview, PreviewRequest } from '../../model/preview.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { alsoChecked } from '../contract/also-checked.ts';
import { AgentPath, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { MAX_STATE_BYTES } from './states.ts';
import { reachAgent } from './visibility.ts';

/**
 * Concurrent previews of one account. They share its place among the accounts with its own turns, and a template may
 * hold a thread for 100 ms: so previews delay a turn of the account by half a second, however many are requested.
 */
const MAX_AT_ONCE = 8;
const RETRY_AFTER_SECONDS = 1;

export function previewRoutes(server: Server, context: Context): void {
  const withShare = createShares();
  server.post(
    '/agents/:agentId/previews',
    {
      bodyLimit: MAX_STATE_BYTES,
      ...alsoChecked<{ Params: { agentId: string }; Body: PreviewRequest }>(async (request) => {
        const { accountId } = await reachAgent(context, request);
        return checkTemplate(context, accountId, request.body);
      }),
      config: { access: 'client', problems: ['agent_not_found', 'invalid_liquid', 'too_many_requests'] },
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

/** @throws Problem `too_many_requests` when the account has its share running already. */
function createShares() {
  const atWork = new Map<string, number>();
  return async <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
    const others = atWork.get(accountId) ?? 0;
    if (others >= MAX_AT_ONCE) {
      throw new Problem('too_many_requests', `${MAX_AT_ONCE} previews of this account are being rendered; try again.`, {
        headers: retryAfter(RETRY_AFTER_SECONDS),
      });
    }
    atWork.set(accountId, others + 1);
    try {
      return await work();
    } finally {
      const left = atWork.get(accountId)! - 1;
      if (left > 0) atWork.set(accountId, left);
      else atWork.delete(accountId);
    }
  };
}
