/** The form of a message, without a browser: nothing that the API takes is lost or changed by opening it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { valueAt, withValueAt } from '../../console/src/flow/pointer.ts';
import { CHIP_KINDS, type ChipKind, chipKindOf, NEW_CHIP, withChipKind } from '../../console/src/message/chip-kinds.ts';
import { KINDS, kindOf, withKind } from '../../console/src/message/kinds.ts';
import { LIMITS } from '../../console/src/message/limits.ts';
import { asObject, type Loose } from '../../console/src/message/loose.ts';
import { readTarget, typedValue, withParams, withState } from '../../console/src/message/target.ts';
import { ContentMessage, checkContentMessage } from '../../src/model/content-message.ts';
import { maxLengthAt } from '../../src/model/templated.ts';
import { leavesOf } from './leaves.ts';
import { randomMessage } from './random-message.ts';

const STATES = ['welcome', 'other'];

function chipsIn(value: unknown): Loose[] {
  if (typeof value !== 'object' || value === null) return [];
  const { suggestions = [] } = value as { suggestions?: Loose[] };
  return [
    ...suggestions,
    ...Object.entries(value).flatMap(([name, inner]) => (name === 'suggestions' ? [] : chipsIn(inner))),
  ];
}

test('every message that the API takes has a form, and editing one place leaves every other as it was', () => {
  fc.assert(
    fc.property(randomMessage, fc.nat(), (message, some) => {
      assert.notEqual(kindOf(message), null);
      const leaves = leavesOf(message);
      const edited = leaves[some % leaves.length]!;
      const changed = withValueAt(message, edited, 'edited');
      assert.equal(valueAt(changed, edited), 'edited');
      assert.deepEqual(withValueAt(changed, edited, valueAt(message, edited)), message);
      for (const other of leaves) if (other !== edited) assert.equal(valueAt(changed, other), valueAt(message, other));
    }),
  );
});

test('every chip that the API takes is of one kind, whose form has all of its fields', () => {
  fc.assert(
    fc.property(randomMessage, (message) => {
      for (const chip of chipsIn(message)) {
        const kind = chipKindOf(chip);
        assert.ok(kind);
        const fields = CHIP_KINDS[kind].fields.map(({ at }) => at.join('/'));
        const shown = leavesOf(asObject(chip['action'])[kind] ?? {}).map((keys) => keys.join('/'));
        assert.deepEqual(
          shown.filter((field) => field !== '' && !fields.includes(field)),
          [],
        );
      }
    }),
  );
});

test('where a chip leads is written back as it was read', () => {
  const TEXTS = [
    'welcome',
    'yes',
    '',
    '{"nextState":"new"}',
    '{"nextState":"other","params":{"a":"{{ b }}","n":5},"x":1}',
  ];
  for (const text of TEXTS) {
    const target = readTarget(text, STATES);
    if (target.to === 'text') assert.equal(target.text, text);
    else {
      assert.equal(withState(target, target.stateId, STATES), text);
      assert.equal(withParams(target, target.params, STATES), text);
    }
  }
});

test('a target keeps its params when the state changes, and is as short as it can be without them', () => {
  const target = readTarget('{"nextState":"other","params":{"a":"b"}}', STATES);
  assert.equal(withState(target, 'welcome', STATES), '{"nextState":"welcome","params":{"a":"b"}}');
  assert.ok(target.to === 'state');
  assert.equal(withParams(target, [], STATES), 'other');
  assert.equal(withState(readTarget('yes', STATES), 'new', STATES), '{"nextState":"new"}');
  assert.deepEqual([typedValue('6', 5), typedValue('6', '5'), typedValue('six', 5)], [6, '6', 'six']);
});

test('a message becomes any other kind with its chips and its words, and the API takes it', () => {
  const message = { text: 'Hello', suggestions: [{ reply: { text: 'a', postbackData: 'b' } }] };
  for (const kind of KINDS) {
    const other = withKind(message, kind);
    assert.equal(kindOf(other), kind);
    assert.deepEqual(other['suggestions'], message.suggestions);
    if (kind === 'card') assert.deepEqual(withKind(other, 'text'), message);
    const filled = JSON.parse(JSON.stringify(other).replace('"fileUrl":""', '"fileUrl":"https://e.org/a"'));
    assert.deepEqual(checkContentMessage(filled, { rendered: false }), [], kind);
  }
  for (const kind of Object.keys(CHIP_KINDS) as ChipKind[])
    assert.equal(chipKindOf(withChipKind(NEW_CHIP, kind)), kind);
});

test('the counters count to the limits of the API', () => {
  const content = ['richCard', 'standaloneCard', 'cardContent'];
  const action = ['suggestions', '0', 'action'];
  const limits: [keys: string[], limit: number][] = [
    [['text'], LIMITS.text],
    [[...content, 'title'], LIMITS.title],
    [[...content, 'description'], LIMITS.description],
    [['suggestions', '0', 'reply', 'text'], LIMITS.label],
    [['suggestions', '0', 'reply', 'postbackData'], LIMITS.postback],
    [['contentInfo', 'fileUrl'], LIMITS.url],
    [[...action, 'openUrlAction', 'url'], LIMITS.url],
    [[...action, 'createCalendarEventAction', 'title'], LIMITS.eventTitle],
    [[...action, 'createCalendarEventAction', 'description'], LIMITS.eventDescription],
  ];
  for (const [keys, limit] of limits) assert.equal(limit, maxLengthAt(ContentMessage, keys), keys.join('/'));
  const rows = (keys: string[], limit: string) =>
    valueAt(ContentMessage, [...keys.flatMap((key) => ['properties', key]), limit]);
  const cards = ['richCard', 'carouselCard', 'cardContents'];
  assert.equal(LIMITS.chips, rows(['suggestions'], 'maxItems'));
  assert.equal(LIMITS.cardChips, rows([...content, 'suggestions'], 'maxItems'));
  assert.deepEqual([LIMITS.minCards, LIMITS.cards], [rows(cards, 'minItems'), rows(cards, 'maxItems')]);
});
