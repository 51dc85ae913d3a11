/** The editor of a state, in a real browser: what is shown is what is stored, or it is marked, and nothing typed is lost. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createAgent, createStates, expectStatus } from '../harness.ts';
import { until } from '../until.ts';
import { barriers } from './barriers.ts';
import { type ConsoleInBrowser, DESKTOP, MOBILE, startConsole, type Tab } from './browser.ts';

const MESSAGE = /^The content message as JSON/;
const OPERATIONS = 'Operations, a JSON list';
const WHOLE = 'The whole state as JSON';
const UNREADABLE = '{ "text": "Third ';

let running: ConsoleInBrowser;
let tab: Tab;
let agentId: string;
/** What the leave guard asked, and what a person answers. */
const asked: string[] = [];
let answer: 'stay' | 'leave' = 'leave';
before(async () => {
  running = await startConsole();
  agentId = await createAgent(running.service);
  const say = (text: string) => ({ flowEntryStateId: 'welcome', template: { contentMessage: { text } } });
  await createStates(running.service, agentId, {
    welcome: { ...say('First'), transitions: [{ condition: 'true', nextState: 'other' }] },
    other: say('Other'),
  });
  tab = await running.newTab();
  tab.page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void (answer === 'leave' ? dialog.accept() : dialog.dismiss());
  });
  await tab.open('/');
  await tab.logIn();
  await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
});
after(() => running?.[Symbol.asyncDispose]());
afterEach(() => {
  answer = 'leave';
  assert.deepEqual(tab.faults, []);
});

/** The editor of `welcome`, which says "First", with nothing unsaved. */
async function openWelcome(): Promise<void> {
  expectStatus(
    await running.service.call('PATCH', `/agents/${agentId}/states/welcome`, {
      template: { contentMessage: { text: 'First' } },
      transitions: [{ condition: 'true', nextState: 'other' }],
      operations: null,
      input: null,
    }),
    200,
  );
  await tab.open('/');
  await tab.page.evaluate('localStorage.clear()');
  await tab.open(`/agents/${agentId}/flow/welcome`);
  await tab.page.getByRole('group', { name: /^State other/ }).waitFor();
  await tab.page.getByRole('heading', { level: 2, name: 'welcome' }).waitFor();
  asked.length = 0;
}

const saveButton = () => tab.page.getByRole('button', { name: 'Save', exact: true });
const editor = (label: string | RegExp) => tab.page.getByRole('textbox', { name: label });
const textOf = async (label: string | RegExp) => (await editor(label).innerText()).trim();
const toTab = (name: string) => tab.page.getByRole('tab', { name }).click();
async function storedText(): Promise<string> {
  const { template } = expectStatus(await running.service.call('GET', `/agents/${agentId}/states/welcome`), 200);
  return template.contentMessage.text;
}

describe('a text that cannot be read', () => {
  it('keeps everything from being saved and marks its tab, until it is mended', async () => {
    await openWelcome();
    await editor(MESSAGE).fill('{ "text": "Second" }');
    await editor(MESSAGE).fill(UNREADABLE);
    await tab.page
      .getByRole('alert')
      .getByText(/Not JSON yet/)
      .waitFor();
    assert.equal(await saveButton().isDisabled(), true);
    await tab.page.getByRole('tab', { name: 'Message cannot be read' }).waitFor();

    await editor(MESSAGE).fill('{ "text": "Third" }');
    await tab.page.getByRole('tab', { name: 'Message', exact: true }).waitFor();
    await saveButton().click();
    await tab.page.getByText('welcome is saved.').waitFor();
    assert.equal(await storedText(), 'Third');
  });

  it('stays through a switch of tabs, and says from every tab where it is', async () => {
    await openWelcome();
    await toTab('Operations');
    await editor(OPERATIONS).fill('[ { "connectorId": ');
    await toTab('Message');
    assert.equal(await saveButton().isDisabled(), true);
    await tab.page.getByRole('button', { name: 'Go to Operations' }).click();
    assert.equal(await textOf(OPERATIONS), '[ { "connectorId":');
  });

  it('is not written over by another view of the same state', async () => {
    await openWelcome();
    await editor(MESSAGE).fill(UNREADABLE);
    await toTab('JSON');
    assert.equal(await editor(WHOLE).count(), 0);
    await tab.page.getByRole('button', { name: 'Go to Message' }).click();
    assert.equal(await textOf(MESSAGE), UNREADABLE.trim());

    await editor(MESSAGE).fill('{ "text": "Second" }');
    await toTab('JSON');
    await editor(WHOLE).fill('{ "template": ');
    await toTab('Transitions');
    assert.equal(await tab.page.getByRole('button', { name: 'Add a transition' }).count(), 0);
    await tab.page.getByRole('button', { name: 'Go to JSON' }).click();
    assert.equal(await textOf(WHOLE), '{ "template":');
  });

  it('counts as a change: one is asked before one leaves it', async () => {
    await openWelcome();
    await editor(MESSAGE).fill(UNREADABLE);
    answer = 'stay';
    await tab.page.getByRole('group', { name: /^State other/ }).click();
    await until(() => asked.length === 1, 'the question');
    assert.equal(await textOf(MESSAGE), UNREADABLE.trim());
  });

  it('may be JSON of another shape than a state: the page says so and lives', async () => {
    await openWelcome();
    await toTab('JSON');
    for (const text of [
      'null',
      '[]',
      '3',
      '{"transitions":[null]}',
      '{"input":{"assignments":3}}',
      '{"template":{}}',
    ]) {
      await editor(WHOLE).fill(text);
      await tab.page.getByRole('tab', { name: 'JSON cannot be read' }).waitFor();
      assert.equal(await saveButton().isDisabled(), true, text);
      await editor(WHOLE).fill('{"template":{"contentMessage":{"text":"Second"}}}');
      await tab.page.getByRole('tab', { name: 'JSON', exact: true }).waitFor();
    }
  });
});

describe('undo', () => {
  it('reaches back through a switch of tabs, and forth again', async () => {
    await openWelcome();
    const first = await textOf(MESSAGE);
    await editor(MESSAGE).fill('{ "text": "Second" }');
    await toTab('Transitions');
    await toTab('Message');
    await editor(MESSAGE).press('Control+z');
    await until(async () => (await textOf(MESSAGE)) === first, 'the text before');
    assert.equal(await saveButton().isDisabled(), true);
    await editor(MESSAGE).press('Control+Shift+z');
    await until(async () => (await textOf(MESSAGE)) === '{ "text": "Second" }', 'the text after');
    assert.equal(await saveButton().isDisabled(), false);
  });

  it('brings back a row of a form and a removed message, and shows the tab that it changes', async () => {
    await openWelcome();
    await toTab('Transitions');
    await tab.page.getByRole('button', { name: 'Remove transition 1' }).click();
    await toTab('Message');
    await tab.page.getByRole('button', { name: 'Remove the message' }).click();
    await tab.page.getByText('This state says nothing.').waitFor();

    const undo = tab.page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await editor(MESSAGE).waitFor();
    await undo.click();
    await tab.page.getByRole('button', { name: 'Remove transition 1' }).waitFor();
    assert.equal(await undo.isDisabled(), true);
    assert.equal(await saveButton().isDisabled(), true);
    await tab.page.getByRole('button', { name: 'Redo' }).click();
    await tab.page.getByRole('button', { name: 'Remove transition 1' }).waitFor({ state: 'detached' });
  });

  it('leaves the cursor where the change was', async () => {
    await openWelcome();
    await editor(MESSAGE).fill('{ "text": "Second" }');
    await editor(MESSAGE).press('Home');
    for (let right = 0; right < '{ "text": "'.length; right += 1) await editor(MESSAGE).press('ArrowRight');
    await tab.page.keyboard.insertText('The ');
    await until(async () => (await textOf(MESSAGE)) === '{ "text": "The Second" }', 'what was typed');
    await editor(MESSAGE).press('End');
    await editor(MESSAGE).press('Control+z');
    await until(async () => (await textOf(MESSAGE)) === '{ "text": "Second" }', 'the text before');
    await tab.page.keyboard.insertText('A ');
    await until(async () => (await textOf(MESSAGE)) === '{ "text": "A Second" }', 'the cursor at the change');
  });
});

describe('the editor with something to say', () => {
  for (const [name, viewport] of Object.entries({ desk: DESKTOP, phone: MOBILE })) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`on a ${name}, ${colorScheme}: keeps the policy, fits, and has no serious barrier`, async () => {
        const other = await running.newTab({ viewport, colorScheme });
        await other.open(`/agents/${agentId}/flow/welcome`);
        await other.logIn();
        const { page } = other;
        await page.getByRole('textbox', { name: MESSAGE }).fill(UNREADABLE);
        await page
          .getByRole('alert')
          .getByText(/Not JSON yet/)
          .waitFor();
        const wrong = await barriers(page);
        await page.getByRole('tab', { name: 'JSON' }).click();
        await page.getByRole('button', { name: 'Go to Message' }).waitFor();
        assert.deepEqual([...wrong, ...(await barriers(page)), ...other.faults], []);
        await other.context.close();
      });
    }
  }
});
