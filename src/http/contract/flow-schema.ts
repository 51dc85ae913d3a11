/**
 * `/flow.schema.json` and `/flow-test.schema.json`: the JSON Schemas of a flow document and of a flow test, for editors.
 * What only the service can check, such as Liquid and the states that are named, they do not say.
 */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { ContentMessage } from '../../model/content-message.ts';
import { Flow } from '../../model/flow.ts';
import { FlowTest } from '../../model/flow-test.ts';
import type { Server } from '../fastify.ts';

const SCHEMA_TYPE = 'application/schema+json';

export function flowSchemaRoutes(server: Server, context: Context): void {
  server.get(
    '/flow.schema.json',
    {
      schema: {
        operationId: 'getFlowSchema',
        summary: 'Get the JSON Schema of a flow document',
        description:
          'JSON Schema 2020-12. Name it as `$schema` in the document, and an editor checks and completes it.',
        tags: ['Flows'],
        produces: [SCHEMA_TYPE],
        response: { 200: Type.Unsafe<object>({ type: 'object' }) },
      },
    },
    async (_request, reply) => reply.type(SCHEMA_TYPE).send(flowSchema(context.publicUrl())),
  );

  server.get(
    '/flow-test.schema.json',
    {
      schema: {
        operationId: 'getFlowTestSchema',
        summary: 'Get the JSON Schema of a flow test',
        description: 'JSON Schema 2020-12, to be named as `$schema` in the document.',
        tags: ['Flow tests'],
        produces: [SCHEMA_TYPE],
        response: { 200: Type.Unsafe<object>({ type: 'object' }) },
      },
    },
    async (_request, reply) => reply.type(SCHEMA_TYPE).send(flowTestSchema(context.publicUrl())),
  );
}

function flowTestSchema(publicUrl: string): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${publicUrl}/flow-test.schema.json`,
    title: 'Parley flow test, format 1',
    ...FlowTest,
  };
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
