/** A state while it is edited: texts and forms of one document, and its history. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginEditing,
  blockerOf,
  changedMeanwhile,
  type Edit,
  type EditedState,
  edit,
  faultyParts,
  isChanged,
  noteOf,
  resumeEditing,
  shownText,
} from '../../console/src/flow/edited-state.ts';

const say = (text: string) => ({ template: { contentMessage: { text } } });
const STORED = { flowEntryStateId: 'a', ...say('First'), transitions: [{ condition: 'true', nextState: 'b' }] };
const after = (...changes: Edit[]): EditedState => changes.reduce(edit, beginEditing(STORED));
const write = (part: 'message' | 'operations' | 'json', text: string, atMs = 0): Edit => ({
  to: 'write',
  part,
  text,
  atMs,
});
const textOf = ({ content }: EditedState) => content.body.template?.contentMessage['text'];

test('a text that cannot be parsed changes nothing but itself', () => {
  const edited = after(write('message', '{"text":"Second"}'), write('message', '{"text":'));
  assert.equal(textOf(edited), 'Second');
  assert.equal(shownText(edited.content, 'message').text, '{"text":');
  assert.deepEqual(faultyParts(edited.content), ['message']);
  assert.equal(isChanged(after(write('operations', '['))), true);
});

test('a name is a change like another, and an unreadable text stays as it is', () => {
  const named = after({ to: 'show', part: 'operations' }, write('operations', '['), {
    to: 'set',
    field: 'displayName',
    value: 'First words',
    atMs: 9000,
  });
  assert.equal(named.content.body.displayName, 'First words');
  assert.deepEqual(faultyParts(named.content), ['operations']);
  const undone = edit(named, { to: 'undo' });
  assert.equal(undone.content.body.displayName, undefined);
  assert.equal(undone.tab, 'operations');
});

test('a valid text keeps its author’s line breaks, and the other views are generated again', () => {
  const edited = after(write('json', '{  }'), write('message', '{"text":\n"Second"}'));
  assert.equal(shownText(edited.content, 'message').text, '{"text":\n"Second"}');
  assert.equal(shownText(edited.content, 'json').text, JSON.stringify(say('Second'), null, 2));
});

test('a text that cannot be parsed blocks the JSON of everything, and that blocks every part', () => {
  const { content } = after(write('message', '{'), write('operations', '['));
  assert.equal(blockerOf(content, 'json'), 'message');
  assert.equal(blockerOf(content, 'operations'), undefined);
  assert.equal(blockerOf(content, 'input'), undefined);
  const whole = after(write('json', '{')).content;
  assert.equal(blockerOf(whole, 'input'), 'json');
  assert.equal(blockerOf(whole, 'json'), undefined);
});

test('JSON of another shape is a fault with its place', () => {
  const faults: Record<string, string> = {
    '{': 'Not valid JSON yet: ',
    null: 'It must be an object: { … }.',
    '[]': 'It must be an object: { … }.',
    '{"template":{}}': '/template/contentMessage is missing.',
    '{"operations":{}}': '/operations must be a list: [ … ].',
    '{"transitions":[{"condition":"true","nextState":"b"},null]}': '/transitions/1 must be an object: { … }.',
    '{"input":{"nextState":1}}': '/input/nextState must be a string.',
  };
  for (const [text, fault] of Object.entries(faults)) {
    const shown = shownText(after(write('json', text)).content, 'json');
    assert.ok(shown.fault?.startsWith(fault), `${text}: ${shown.fault}`);
  }
});

test('another order of fields is no change', () => {
  const { transitions, template, flowEntryStateId } = STORED;
  assert.equal(isChanged(after(write('json', JSON.stringify({ transitions, template, flowEntryStateId })))), false);
  assert.equal(isChanged(after(write('operations', '[]'))), false);
});

test('continuous typing is one step; typing elsewhere, later, or in another part is another', () => {
  const typed = after(
    write('operations', '[', 1000),
    write('operations', '[ ', 1100),
    write('operations', '[ ]', 1200),
  );
  assert.equal(typed.past.length, 1);
  assert.equal(edit(typed, write('operations', '[  ]', 1300)).past.length, 2, 'elsewhere');
  assert.equal(edit(typed, write('operations', '[ ] ', 9000)).past.length, 2, 'later');
  assert.equal(edit(typed, write('message', '{}', 1250)).past.length, 2, 'another part');
});

test('undo and redo show the tab that they change, and a new change ends redo', () => {
  const edited = after(
    write('message', '{"text":"Second"}'),
    { to: 'set', field: 'transitions', value: [], atMs: 9000 },
    { to: 'show', part: 'input' },
  );
  const undone = edit(edited, { to: 'undo' });
  assert.equal(undone.tab, 'transitions');
  assert.deepEqual(undone.content.body.transitions, STORED.transitions);
  const twice = edit(undone, { to: 'undo' });
  assert.deepEqual([twice.tab, twice.content.body, isChanged(twice)], ['message', STORED, false]);
  assert.equal(edit(twice, { to: 'undo' }), twice);
  const redone = edit(edit(twice, { to: 'redo' }), { to: 'redo' });
  assert.deepEqual(redone.content.body, { flowEntryStateId: 'a', ...say('Second') });
  assert.deepEqual(edit(twice, write('message', '{}')).future, []);
});

test('discarding the changes can be undone', () => {
  const discarded = edit(after(write('message', '{')), { to: 'discard' });
  assert.equal(isChanged(discarded), false);
  assert.equal(shownText(edit(discarded, { to: 'undo' }).content, 'message').text, '{');
});

test('text typed during a save is still a change', () => {
  const edited = after(write('message', '{"text":"Second"}'), write('message', '{"text":"Third"}', 9000));
  assert.equal(isChanged(edit(edited, { to: 'saved', body: { ...STORED, ...say('Second') } })), true);
  assert.equal(isChanged(edit(edited, { to: 'saved', body: { ...STORED, ...say('Third') } })), false);
});

test('a change by others is shown without local changes, and reported with them', () => {
  const theirs = { ...STORED, ...say('Theirs') };
  const untouched = after({ to: 'stored', body: theirs });
  assert.deepEqual([textOf(untouched), isChanged(untouched)], ['Theirs', false]);
  const touched = after({ to: 'set', field: 'transitions', value: [], atMs: 0 }, { to: 'stored', body: theirs });
  assert.deepEqual([textOf(touched), changedMeanwhile(touched)], ['First', ['template']]);
  const same = after(write('message', '{"text":"Theirs"}'), { to: 'stored', body: theirs });
  assert.deepEqual([isChanged(same), changedMeanwhile(same)], [false, []]);
});

test('a kept edit resumes where it stopped, with its unparsable text and its base', () => {
  const kept = (edited: EditedState) => ({ at: 'then', note: JSON.parse(JSON.stringify(noteOf(edited))) });
  const edited = after(write('message', '{"text": "Second"}'), write('operations', '['));
  const theirs = { ...STORED, input: { nextState: 'b' } };
  const resumed = resumeEditing(theirs, kept(edited));
  assert.deepEqual([resumed.content, resumed.typedAt], [edited.content, 'then']);
  assert.deepEqual(changedMeanwhile(resumed), ['input']);
  const whole = after(write('json', '{ "template":'));
  assert.deepEqual(resumeEditing(STORED, kept(whole)).content, whole.content);
});

test('nothing resumes from what is already stored, or from an invalid note', () => {
  const same = { base: {}, body: STORED, texts: { message: '{"text":"First"}' } };
  const strange = [null, 3, {}, { base: {}, body: null, texts: {} }, { base: {}, body: {}, texts: { json: 3 } }];
  for (const note of [same, ...strange]) {
    assert.deepEqual(resumeEditing(STORED, { at: 'then', note }), beginEditing(STORED));
  }
});
