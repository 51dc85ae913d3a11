/** Faults of the API in the words of the editor. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf, toldFault, wordsAt } from '../../console/src/flow/faults.ts';
import { checkContentMessage } from '../../src/model/content-message.ts';
import { card, carousel, chip, listOf, media, openUrl, place, repeat, replyChip } from '../model/content-messages.ts';

const path = '/template/contentMessage';
const toldOf = (message: unknown) =>
  checkContentMessage(message, { rendered: false, path }).map((error) => toldFault(faultOf(error)));

test('a fault of a message names its field and its limit, never a JSON path', () => {
  const told: [message: object, words: string][] = [
    [replyChip({ text: repeat(40) }), 'Chip 1, label: 40 of 25 characters'],
    [replyChip({ postbackData: '' }), 'Chip 1, target: is empty'],
    [{ text: '' }, 'Text: is empty'],
    [{}, 'Message: needs a text, an uploaded file, the address of a file or a card'],
    [{ text: 'a', richCard: {} }, 'Message: needs a card or a carousel'],
    [{ text: 'Hi', suggestions: listOf(12, chip) }, 'Chips: 12, but at most 11 are possible'],
    [carousel([{ title: 'a' }]), 'Cards: 1, but 2 to 10 are needed'],
    [carousel([{ title: 'a' }, { title: repeat(201) }]), 'Card 2, title: 201 of 200 characters'],
    [card({}), 'Card: needs a picture or video, a title or a description'],
    [card({ title: 'a', suggestions: [{ reply: { text: 'a' } }] }), 'Card, chip 1, target: is missing'],
    [card({ media: media({ height: 'HUGE' }) }), 'Card, media, height: must be one of '],
    [place(91, 0), 'Chip 1, latitude: must be a number from -90 to 90'],
    [openUrl({ url: 'no' }), 'Chip 1, address: must be an absolute address; it is "no"'],
  ];
  for (const [message, words] of told) {
    const all = toldOf(message);
    assert.ok(all.length > 0, words);
    assert.ok(
      all.some((each) => each.startsWith(words)),
      `${words}: ${all.join('; ')}`,
    );
    assert.ok(!all.some((each) => each.includes('/template')), all.join('; '));
  }
});

test('a fault leads to the tab of its field, and one that belongs to no tab to the JSON', () => {
  const at = (path: string) => {
    const { tab, place } = faultOf({ path, message: 'is wrong' });
    return [tab, place];
  };
  assert.deepEqual(at('/transitions/1/condition'), ['transitions', 'Transition 2, condition']);
  assert.deepEqual(at('/input/assignments/0/to'), ['input', 'Answer, captured value 1, name']);
  assert.deepEqual(at('/operations/0/data/url'), ['operations', 'Operation 1, data, address']);
  assert.deepEqual(at('/flowEntryStateId'), ['json', 'Flow entry']);
  assert.deepEqual(at(''), ['json', '']);
});

test('a field shows the fault of its own place alone, with its line', () => {
  const faults = [faultOf({ path: '/input/nextState', message: 'is required', line: 2, column: 7 })];
  assert.equal(wordsAt(faults, '/input/nextState'), 'is missing (line 2, column 7)');
  assert.equal(wordsAt(faults, '/input'), undefined);
});
