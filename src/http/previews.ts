/** What a message would say, for who is writing it: nothing is stored and nothing is sent. */
import type { Context } from '../context.ts';
import { reachAgent } from './reach.ts';
import { AgentPath, ref } from './schemas.ts';
import type { Server } from './server.ts';
import { refuseFaults } from './state-checks.ts';
import { MAX_STATE_BYTES } from './states.ts';
import { fieldProblem } from './validation.ts';

export function previewRoutes(server: Server, context: Context): void {
  server.post(
    '/agents/:agentId/previews',
    {
      bodyLimit: MAX_STATE_BYTES,
      config: { access: 'client', problems: ['agent_not_found', 'invalid_liquid'] },
      schema: {
        operationId: 'previewMessage',
        summary: 'Preview a message',
        description:
          'Renders a template with the given values, checks the result as a turn would, and answers with it. No operation runs, nothing is stored and nothing is sent.',
        tags: ['States'],
        params: AgentPath,
        body: ref('PreviewRequest'),
        response: { 200: ref('Preview') },
      },
    },
    async (request) => {
      await reachAgent(context, request);
      const { template } = request.body;
      refuseFaults(await context.checkState({ template }, { stateExists: () => true }));
      const previewed = await context.preview(request.body, context.now().toISOString());
      if ('contentMessage' in previewed) return { contentMessage: previewed.contentMessage };
      throw fieldProblem(
        previewed.errors.map(({ path, message }) => ({ path: `/template/contentMessage${path}`, message })),
      );
    },
  );
}
