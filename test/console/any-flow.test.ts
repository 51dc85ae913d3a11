/** Every flow that the API takes can be opened, shown, edited in one place and saved, and no other place changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { beginFlow, changedStates, type EditedFlow, editFlow } from '../../console/src/flow/edited-flow.ts';
import { beginEditing, type Edit, shownText } from '../../console/src/flow/edited-state.ts';
import { flowGraph, vocabularyOf } from '../../console/src/flow/graph.ts';
import { PARTS, readPart, type TextPart } from '../../console/src/flow/parts.ts';
import { type Keys, valueAt, withValueAt } from '../../console/src/flow/pointer.ts';
import { ContentMessage } from '../../src/model/content-message.ts';
import { isEmptyState, StateBody } from '../../src/model/state.ts';
import { SEED } from '../fuzz/seed.ts';
import { leavesOf } from './leaves.ts';
import { randomMessage } from './random-message.ts';

const STATES = ['welcome', 'other', 'missing'];
const TEXT_PARTS = PARTS.filter((part): part is TextPart => ['message', 'operations', 'json'].includes(part));

const words = fc.string({ minLength: 1, maxLength: 20 });
const stateId = fc.constantFrom(...STATES);
const name = fc.stringMatching(/^[a-z_]{1,10}$/);
const condition = fc.oneof(
  fc.constantFrom('true', '{% if input.size == \'42\' or data.x.y contains "z" %}true{% endif %}', '{{ params.a }}'),
  words,
);
const link = fc.constantFrom('shop.example', 'a.b.example');
const all = { noNullPrototype: true } as const;

const body = fc
  .record(
    {
      displayName: words.filter((text) => /\S/.test(text)),
      flowEntryStateId: stateId,
      template: randomMessage.map((contentMessage) => ({ contentMessage })),
      messageTrafficType: fc.constantFrom('TRANSACTION', 'PROMOTION'),
      modelText: fc.record(
        { maxLength: fc.integer({ min: 1, max: 3072 }), links: fc.array(link, { maxLength: 2 }) },
        { requiredKeys: ['maxLength'], ...all },
      ),
      operations: fc.array(
        fc.record(
          {
            connectorId: words,
            authenticationId: words,
            operation: words,
            contextKey: name,
            data: fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3, ...all }),
            instructions: words,
            answerSchema: fc.constant({ type: 'object', properties: { topic: { type: 'string' } } }),
          },
          { requiredKeys: ['connectorId', 'authenticationId', 'operation', 'contextKey', 'data'], ...all },
        ),
        { maxLength: 3 },
      ),
      transitions: fc.array(fc.record({ condition, nextState: stateId }, all), { maxLength: 3 }),
      input: fc.record(
        { nextState: stateId, assignments: fc.array(fc.record({ from: words, to: name }, all), { maxLength: 3 }) },
        { requiredKeys: ['nextState'], ...all },
      ),
    },
    { requiredKeys: [], ...all },
  )
  .filter((state) => !isEmptyState(state as StateBody)) as fc.Arbitrary<StateBody>;

const flow = fc.record({ welcome: body, other: body }, all).map((states) => new Map(Object.entries(states)));

const FORMED = ['displayName', 'flowEntryStateId', 'template', 'operations', 'transitions', 'input'] as const;
const isFormed = (field: string): field is (typeof FORMED)[number] => FORMED.some((one) => one === field);

/** What the form of this field, or the JSON of the whole, does with one of its places. */
function editsOf(stored: StateBody, keys: Keys): Edit[] {
  const field = keys[0] as keyof StateBody;
  const changed = withValueAt(stored, keys, 'edited');
  const write = (part: TextPart, value: unknown): Edit => {
    return { to: 'write', part, text: JSON.stringify(value, null, 2), atMs: 0 };
  };
  const edits = [write('json', changed)];
  if (field === 'operations') edits.push(write('operations', changed.operations));
  if (field === 'template') edits.push(write('message', changed.template!.contentMessage));
  if (isFormed(field)) edits.push({ to: 'set', field, value: changed[field], atMs: 0 });
  return edits;
}

test('a flow is edited in one place, in a form or as JSON, and every other place stays as it was', () => {
  const isTaken = new Ajv({ strict: false, validateFormats: false })
    .addSchema(ContentMessage, 'ContentMessage')
    .compile(StateBody);
  fc.assert(
    fc.property(flow, fc.nat(), fc.nat(), (stored, some, way) => {
      for (const state of stored.values()) assert.ok(isTaken(state), JSON.stringify(isTaken.errors));
      const rows = [...stored].map(([id, state]) => ({ ...state, stateId: id }));
      const graph = flowGraph(rows, {});
      assert.ok(graph.nodes.length >= rows.length);
      vocabularyOf(rows);

      const [id, before] = [...stored][some % stored.size]!;
      const does = (change: Edit) => (one: EditedFlow) =>
        editFlow(one, { to: 'edit', stateId: id, stored: before, change });
      const opened = PARTS.reduce((one, part) => does({ to: 'show', part })(one), beginFlow(new Map()));
      assert.deepEqual(changedStates(opened), [], 'looking at it changes nothing');
      for (const part of TEXT_PARTS) {
        if (part === 'message' && !before.template) continue;
        const read = readPart(part, shownText(beginEditing(before).content, part).text, before);
        const { operations = [], ...rest } = before;
        assert.deepEqual(
          'body' in read && read.body,
          // No list is what an empty list is.
          part === 'operations' && operations.length === 0 ? rest : before,
        );
      }

      const leaves = leavesOf(before).filter((keys) => typeof valueAt(before, keys) === 'string');
      const place = leaves[some % leaves.length];
      if (!place) return;
      const edits = editsOf(before, place);
      const edited = does(edits[way % edits.length]!)(opened);
      const after = edited.states.get(id)!.content.body;
      assert.equal(valueAt(after, place), 'edited');
      assert.deepEqual(withValueAt(after, place, valueAt(before, place)), before);
      assert.deepEqual(changedStates(edited), valueAt(before, place) === 'edited' ? [] : [id]);
      assert.deepEqual(changedStates(editFlow(edited, { to: 'undo' })), [], 'and is taken back whole');
    }),
    { seed: SEED, numRuns: 300 },
  );
});
