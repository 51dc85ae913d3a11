/** The editor of a state, in a real browser: it shows what is stored, or marks it, and nothing typed is lost. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAgent, createStates, expectStatus } from '../harness.ts';
import { until } from '../until.ts';
import { itInEveryWay } from './barriers.ts';
import type { Tab } from './browser.ts';
import { type Editing, editor, saveButton, saying, startEditing, textOf } from './editing.ts';

const OPERATIONS = 'Operations, a JSON list';
const WHOLE = 'The whole state as JSON';
const SECOND = '{ "text": "Second" }';
const UNREADABLE = '{ "text": "Third';

let running: Editing;
before(async () => {
  running = await startEditing();
});
after(() => running?.[Symbol.asyncDispose]());

const toTab = ({ page }: Tab, name: string) => page.getByRole('tab', { name }).click();
const goTo = ({ page }: Tab, name: string) => page.getByRole('button', { name: `Go to ${name}` }).click();
const marked = ({ page }: Tab, name: string) => page.getByRole('tab', { name: `${name} is not valid` }).waitFor();
const unmarked = ({ page }: Tab, name: string) => page.getByRole('tab', { name, exact: true }).waitFor();

describe('a text that cannot be read', () => {
  it('blocks saving and marks its tab, until it is fixed', async () => {
    await using tab = await running.edit('mended');
    await editor(tab).fill(SECOND);
    await editor(tab).fill(UNREADABLE);
    await tab.page
      .getByRole('alert')
      .getByText(/Not valid JSON yet/)
      .waitFor();
    assert.equal(await saveButton(tab).isDisabled(), true);
    await marked(tab, 'Message');

    await editor(tab).fill('{ "text": "Third" }');
    await unmarked(tab, 'Message');
    await saveButton(tab).click();
    await tab.page.getByText('mended was saved.').waitFor();
    assert.equal(await running.storedText('mended'), 'Third');
    assert.deepEqual(tab.faults, []);
  });

  it('survives a switch of tabs, and is named on every tab', async () => {
    await using tab = await running.edit('switched');
    await toTab(tab, 'Operations');
    await editor(tab, OPERATIONS).fill('[ { "connectorId": ');
    await toTab(tab, 'Message');
    assert.equal(await saveButton(tab).isDisabled(), true);
    await goTo(tab, 'Operations');
    assert.equal(await textOf(tab, OPERATIONS), '[ { "connectorId":');
  });

  it('is not overwritten by another view of the same state', async () => {
    await using tab = await running.edit('views');
    await editor(tab).fill(UNREADABLE);
    await toTab(tab, 'JSON');
    assert.equal(await editor(tab, WHOLE).count(), 0);
    await goTo(tab, 'Message');
    assert.equal(await textOf(tab), UNREADABLE);

    await editor(tab).fill(SECOND);
    await toTab(tab, 'JSON');
    await editor(tab, WHOLE).fill('{ "template": ');
    await toTab(tab, 'Transitions');
    assert.equal(await tab.page.getByRole('button', { name: 'Add a transition' }).count(), 0);
    await goTo(tab, 'JSON');
    assert.equal(await textOf(tab, WHOLE), '{ "template":');
  });

  it('counts as a change: leaving it asks first', async () => {
    await using tab = await running.edit('guarded');
    await editor(tab).fill(UNREADABLE);
    tab.isStaying = true;
    await tab.page.getByRole('link', { name: 'Overview' }).click();
    await until(() => tab.questions.length === 1, 'the question');
    assert.equal(await textOf(tab), UNREADABLE);
  });

  it('may be JSON that is not a state: the page says so and keeps working', async () => {
    await using tab = await running.edit('shapes');
    await toTab(tab, 'JSON');
    const shapes = ['null', '[]', '3', '{"transitions":[null]}', '{"input":{"assignments":3}}', '{"template":{}}'];
    for (const text of shapes) {
      await editor(tab, WHOLE).fill(text);
      await marked(tab, 'JSON');
      assert.equal(await saveButton(tab).isDisabled(), true, text);
      await editor(tab, WHOLE).fill(JSON.stringify(saying('Second')));
      await unmarked(tab, 'JSON');
    }
    assert.deepEqual(tab.faults, []);
  });
});

describe('a save', () => {
  it('is made although the browser believes that it is offline: the service may be on the same machine', async () => {
    await using tab = await running.edit('offline');
    await tab.page.evaluate(`dispatchEvent(new Event('offline'))`);
    await editor(tab).fill(SECOND);
    await saveButton(tab).click();
    await tab.page.getByText('offline was saved.').waitFor();
    assert.equal(await running.storedText('offline'), 'Second');
  });

  it('is not lost when the service dies in the middle of it, before it was stored or after', async () => {
    await using tab = await running.edit('killed');
    for (const [text, isStored] of [
      ['Second', false],
      ['Third', true],
    ] as const) {
      await tab.page.route('**/states/killed', async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback();
        if (isStored) await route.fetch();
        await route.abort('connectionreset');
      });
      await editor(tab).fill(JSON.stringify({ text }));
      await saveButton(tab).click();
      await tab.page.getByRole('alert').getByText('The service cannot be reached').waitFor();
      assert.equal(await running.storedText('killed'), isStored ? text : 'Stored');
      assert.match(await textOf(tab), new RegExp(text), 'what was typed is still there');
      await tab.page.unrouteAll();
      // What was stored is read again, and nothing is left to do.
      if (!isStored) await saveButton(tab).click();
      await until(async () => {
        const isBusy = (await saveButton(tab).getAttribute('data-loading')) === 'true';
        return !isBusy && (await saveButton(tab).isDisabled());
      }, 'nothing left to save');
      assert.equal(await running.storedText('killed'), text);
      assert.equal(await tab.page.getByText('Changed elsewhere meanwhile').count(), 0, 'it was their own');
    }
  });

  it('ends when a proxy takes the ETag away, and says that it was not made', async () => {
    await using tab = await running.edit('untagged');
    await tab.page.route('**/states/untagged', async (route) => {
      const response = await route.fetch();
      const { etag: _taken, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await editor(tab).fill(SECOND);
    await saveButton(tab).click();
    await tab.page.getByRole('alert').getByText('was last changed at').waitFor();
    assert.equal(await running.storedText('untagged'), 'Stored');
    await tab.page.unrouteAll();
  });
});

describe('undo', () => {
  it('works across a switch of tabs, and so does redo', async () => {
    await using tab = await running.edit('back');
    const first = await textOf(tab);
    await editor(tab).fill(SECOND);
    await toTab(tab, 'Transitions');
    await toTab(tab, 'Message');
    await editor(tab).press('Control+z');
    await until(async () => (await textOf(tab)) === first, 'the text before');
    assert.equal(await saveButton(tab).isDisabled(), true);
    await editor(tab).press('Control+Shift+z');
    await until(async () => (await textOf(tab)) === SECOND, 'the text after');
    assert.equal(await saveButton(tab).isDisabled(), false);
  });

  it('brings back a row of a form and a removed message, and shows the tab that it changes', async () => {
    const transitions = [{ condition: 'true', nextState: 'back' }];
    await using tab = await running.edit('forms', { ...saying('Stored'), transitions });
    await toTab(tab, 'Transitions');
    const remove = tab.page.getByRole('button', { name: 'Remove transition 1' });
    await remove.click();
    await toTab(tab, 'Message');
    await tab.page.getByRole('button', { name: 'Remove the message' }).click();
    await tab.page.getByText('This state sends no message.').waitFor();

    const undo = tab.page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await editor(tab).waitFor();
    await undo.click();
    await remove.waitFor();
    assert.equal(await undo.isDisabled(), true);
    assert.equal(await saveButton(tab).isDisabled(), true);
    await tab.page.getByRole('button', { name: 'Redo' }).click();
    await remove.waitFor({ state: 'detached' });
  });

  it('leaves the cursor where the change was', async () => {
    await using tab = await running.edit('cursor');
    await editor(tab).fill(SECOND);
    await editor(tab).press('Home');
    for (let right = 0; right < '{ "text": "'.length; right += 1) await editor(tab).press('ArrowRight');
    await tab.page.keyboard.insertText('The ');
    await until(async () => (await textOf(tab)) === '{ "text": "The Second" }', 'what was typed');
    await editor(tab).press('End');
    await editor(tab).press('Control+z');
    await until(async () => (await textOf(tab)) === SECOND, 'the text before');
    await tab.page.keyboard.insertText('A ');
    await until(async () => (await textOf(tab)) === '{ "text": "A Second" }', 'the cursor at the change');
  });
});

describe('the editor with something to say', () => {
  itInEveryWay(async (look) => {
    await using tab = await running.edit('seen');
    await editor(tab).fill(UNREADABLE);
    await tab.page
      .getByRole('alert')
      .getByText(/Not valid JSON yet/)
      .waitFor();
    await look(tab, 'a text that cannot be read');
    await toTab(tab, 'JSON');
    await tab.page.getByRole('button', { name: 'Go to Message' }).waitFor();
    await look(tab, 'another tab');
  });
});

describe('copies of a state', () => {
  it('go into this flow, and by Ctrl+C and Ctrl+V into that of another agent', async () => {
    await using tab = await running.edit('original', { ...saying('Copied'), input: { nextState: 'original' } });
    const { page } = tab;
    const from = running.agentId;
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Duplicate as original-2' }).click();
    await page.getByRole('heading', { level: 2, name: 'original-2' }).waitFor();
    await page.getByRole('group', { name: 'State original-2' }).focus();
    await page.keyboard.press('Control+c');
    await page.getByText('Copied. Press Ctrl+V').waitFor();

    const to = await createAgent(running.service);
    await createStates(running.service, to, { 'original-2': saying('Not this one') });
    await tab.open(`/agents/${to}/flow`);
    await page.getByRole('group', { name: 'State original-2' }).waitFor();
    await page.keyboard.press('Control+v');
    await page.getByRole('dialog', { name: 'Paste into this flow' }).getByRole('button', { name: 'Paste' }).click();
    await page.getByText('original-3 was added.').waitFor();
    const { states } = expectStatus(await running.service.call('GET', `/agents/${to}/flow`), 200);
    const { states: before } = expectStatus(await running.service.call('GET', `/agents/${from}/flow`), 200);
    assert.deepEqual(states['original-3'], before['original']);
    assert.deepEqual(Object.keys(states), ['original-2', 'original-3']);
    assert.deepEqual(tab.faults, []);
  });
});
