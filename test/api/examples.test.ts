/**
 * The examples of the OpenAPI document: a service answers them as recorded, and they are what readers see. `examples.json`
 * tells their story; a new operation gets a request there, in its place, and its answer from a run that renews them.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Example } from '../../src/http/contract/examples.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { shapeOf } from './shape.ts';
import { type Content, NO_ANSWER, type Story, shownExamples, startStory } from './story.ts';

const FILE = new URL('../../src/http/contract/examples.json', import.meta.url);
const RENEW = 'PARLEY_TEST_RENEW_EXAMPLES';
const HOW = `to record the answers anew: ${RENEW}=1 node test/run.ts test/api/examples.test.ts; then renew openapi.json`;

/** Without an example of their body. */
const NO_BODY: Record<string, string> = { uploadMedium: 'a file' };

const shown = shownExamples();
let story: Story;
before(async () => {
  story = await startStory();
});
after(() => story[Symbol.asyncDispose]());

describe('the examples', () => {
  it(`are answered as they were recorded (${HOW})`, async () => {
    const faults: string[] = [];
    const recorded: Example[] = [];
    for await (const { example, index, told } of story.play()) {
      const { answer, ...given } = example;
      recorded.push({ ...given, ...(told !== undefined && { answer: told }) });
      const [was, is] = [answer, told].map((one) => JSON.stringify(shapeOf(one)));
      if (was !== is) faults.push(`${index} ${example.operation}: recorded ${was}, now ${is}`);
    }
    if (process.env[RENEW]) await writeFile(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
    else assert.deepEqual(faults, []);
  });

  it('are those of the document, with everything that a request needs', () => {
    for (const { operationId, parameters = [], requestBody } of story.places.values()) {
      const example = shown.get(operationId);
      assert.ok(
        example,
        `examples.json has no request of ${operationId}: add one where it fits into the story. ${HOW}`,
      );
      const given = { path: example.path, query: example.query, header: example.headers };
      for (const { name, in: place, required, example: shownExample } of parameters) {
        const value = given[place]?.[name];
        assert.ok(value !== undefined || !required, `${operationId} has no ${name}`);
        if (value !== undefined) assert.equal(String(shownExample), value, `${operationId} ${name}`);
      }
      const bodies = Object.values(requestBody?.content ?? {}).flatMap((media) => Object.values(media.examples ?? {}));
      assert.equal(bodies.length > 0, requestBody !== undefined && !(operationId in NO_BODY), `${operationId}: body`);
      if (bodies[0]) assert.deepEqual(bodies[0].value, example.body, operationId);
    }
  });

  it('are all that readers put into the commands they print: no filter is made up', () => {
    for (const { operationId, parameters = [] } of story.places.values())
      for (const { name, in: place, schema, example = schema.enum?.[0] } of parameters)
        if (place === 'query' && example !== undefined)
          assert.equal(String(example), shown.get(operationId)!.query?.[name], `${operationId} ${name}`);
  });

  it('show an answer of every operation', () => {
    for (const { operationId, responses } of story.places.values()) {
      const contents = Object.entries(responses).filter(([status]) => status < '300');
      const answers = contents.flatMap(([, { content = {} }]) =>
        Object.values(content).map(({ examples }) => examples),
      );
      const isExpected = contents.some(([, { content }]) => content) && !(operationId in NO_ANSWER);
      assert.equal(
        answers.length > 0 && answers.every((one) => one !== undefined),
        isExpected,
        `${operationId}. ${HOW}`,
      );
    }
  });

  it('fit their schemas, and problems those of problems', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
    ajv.addSchema({ $id: 'document', components: { schemas: story.document.components.schemas } });
    let fitted = 0;
    const fits = (schema: object, value: JsonValue, what: string) => {
      const inDocument = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
      assert.ok(ajv.validate(inDocument, value), `${what}: ${ajv.errorsText()}`);
      fitted += 1;
    };
    for (const { operationId, requestBody, responses } of story.places.values())
      for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)] as { content?: Content }[])
        for (const { schema, examples = {} } of Object.values(content))
          for (const { value } of Object.values(examples)) if (value !== undefined) fits(schema, value, operationId);
    assert.ok(fitted > 100, String(fitted));
  });
});
