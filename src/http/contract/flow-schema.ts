/**
 * `/flow.schema.json`: the JSON Schema of a flow document, for editors. What only the service can check, such as Liquid
 * and the states that are named, it does not say.
 */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { ContentMessage } from '../../model/content-message.ts';
import { Flow } from '../../model/flow.ts';
import type { Server } from '../fastify.ts';

export function flowSchemaRoutes(server: Server, context: Context): void {
  server.get(
    '/flow.schema.json',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getFlowSchema',
        summary: 'Get the JSON Schema of a flow document',
        description:
          'JSON Schema 2020-12. Name it as `$schema` in the document, and an editor checks and completes it.',
        tags: ['Flows'],
        response: { 200: Type.Unsafe<object>({ type: 'object' }) },
      },
    },
    async (_request, reply) => reply.type('application/schema+json').send(flowSchema(context.publicUrl())),
  );
}

function flowSchema(publicUrl: string): object {
  const flow = JSON.stringify({ ...Flow, $defs: { ContentMessage: { ...ContentMessage, $id: undefined } } });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${publicUrl}/flow.schema.json`,
    title: 'Parley flow',
    ...JSON.parse(flow.replaceAll('"ContentMessage#"', '"#/$defs/ContentMessage"')),
  };
}
