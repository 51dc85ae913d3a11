/** The journey of a change to a flow in the console: what differs, what keeps it from being published, and the way back. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAgent, expectStatus, OPERATOR_KEY } from '../harness.ts';
import { itInEveryWay } from './barriers.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';
import { editor } from './editing.ts';

const text = (words: string, ...chips: string[]) => ({
  template: {
    contentMessage: {
      text: words,
      suggestions: chips.map((stateId) => ({ reply: { text: stateId, postbackData: stateId } })),
    },
  },
});
const OLD = {
  defaultState: 'welcome',
  states: { welcome: text('Hello', 'hours', 'news'), hours: text('8'), news: text('-') },
};
const NEW = {
  defaultState: 'welcome',
  states: { welcome: text('Good day', 'hours', 'help'), hours: text('8'), help: text('?') },
};
const BROKEN = { ...NEW, states: { ...NEW.states, help: { ...text('?'), input: { nextState: 'nowhere' } } } };
const GREETING = {
  format: 1,
  title: 'It greets',
  steps: [{ send: { stateId: 'welcome' }, expect: { like: { reply: { text: 'Hello' } } } }],
};

let running: ConsoleInBrowser;
let agentId: string;
let tab: Tab;
const put = async (path: string, body: object) =>
  void expectStatus(await running.service.call('PUT', `/agents/${agentId}/${path}`, body), 200);
const shares = async () => {
  const { rollout } = expectStatus(await running.service.call('GET', `/agents/${agentId}`), 200);
  return rollout.shares.map(({ version, percent }: { version: number; percent: number }) => [version, percent]);
};

before(async () => {
  running = await startConsole();
  agentId = await createAgent(running.service);
  await put('flow', OLD);
  tab = await running.newTab();
  await tab.context.addInitScript(`sessionStorage.setItem('parley.message-view', '"json"')`);
  await tab.context.request.post(`${running.service.url}/session`, { data: { operatorKey: OPERATOR_KEY } });
  await tab.open(`/agents/${agentId}/flow?panel=versions`);
});
after(async () => {
  await tab?.[Symbol.asyncDispose]();
  await running?.[Symbol.asyncDispose]();
});

it('makes what is live a version, and says how far the draft is from it', async () => {
  const { page } = tab;
  // What is saved is live at once: there is nothing to go back to.
  await page.getByRole('listitem', { name: 'Version 1' }).getByText('live', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Roll back' }).count(), 0);
  await page.getByRole('button', { name: 'Publish versions instead' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Work on a draft' }).click();
  await page.getByText('The draft is the same as version 1.').waitFor();
  await put('flow', NEW);
  await page.getByText('1 state added, 1 state changed, 1 state removed').waitFor();
  await page.getByRole('link', { name: 'Version 1 live 3 changes unpublished' }).waitFor();
});

describe('the comparison', () => {
  itInEveryWay(async (look) => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Show what' }).click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByText('“Good day”').waitFor();
    // The graph tells the same, in words and not by colour alone.
    for (const [state, change] of [
      ['help', 'added'],
      ['welcome', 'changed'],
      ['news', 'removed'],
    ]) {
      await page.locator(`[data-id="${state}"]`).getByText(change!).waitFor();
    }
    await look(tab, 'the comparison');
  });
});

it('shows what keeps the draft from being published, and leads there', async () => {
  const { page } = tab;
  await put('flow', BROKEN);
  const publish = page.getByRole('button', { name: 'Check and publish' });
  await publish.click();
  const refused = page.getByRole('alert').filter({ hasText: 'The flow has mistakes' });
  await refused.getByRole('link', { name: 'help' }).click();
  await page.getByRole('heading', { name: 'help' }).waitFor();
  await editor(tab).fill('{ "text": "Not saved" }');
  await page.getByRole('button', { name: 'Close the editor' }).click();
  await refused.waitFor();
  await page.getByText('Changes of 1 state are not saved, and not part of the draft yet.').waitFor();
  // It shows what it undoes.
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Close the editor' }).click();

  await put('flow', NEW);
  await put('tests/greeting', GREETING);
  await publish.click();
  await page.getByRole('alert').filter({ hasText: 'Tests of the flow fail' }).getByText('greeting').waitFor();
  assert.deepEqual(await shares(), [[1, 100]]);
});

describe('the tests', () => {
  itInEveryWay(async (look) => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Run the tests, step by step' }).click();
    await page.getByRole('button', { name: 'Run against the draft' }).click();
    await page.getByText('0 passed, 1 failed, 1 step').waitFor();
    await page.getByRole('button', { name: 'It greets' }).press('Enter');
    const step = page.locator('[aria-current=step]');
    await step.getByText('Good day').first().waitFor();
    assert.equal(await page.evaluate('document.activeElement.ariaCurrent'), 'step');
    await page.getByRole('region', { name: 'Reached' }).getByRole('link', { name: 'help' }).waitFor();
    await look(tab, 'the tests');
    await page.getByRole('button', { name: 'Close tests' }).click();
    await page.getByRole('link', { name: 'Version 1 live 3 changes unpublished' }).click();
  });
});

it('shows a state of two compared versions as it was, to be read only', async () => {
  const { page } = tab;
  await tab.open(`/agents/${agentId}/flow/news?panel=versions&from=1`);
  const state = page.getByRole('region', { name: 'news in a version' });
  await state.getByText('Version 1', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
  await tab.open(`/agents/${agentId}/flow?panel=versions`);
});

it('publishes, divides and rolls back by keyboard', async () => {
  const { page } = tab;
  expectStatus(await running.service.call('DELETE', `/agents/${agentId}/tests/greeting`), 204);
  await page.getByLabel('What is new').fill('Say good day');
  await page.keyboard.press('Enter');
  await page.getByText('Version 2 was published and is live.').waitFor();
  assert.deepEqual(await shares(), [[2, 100]]);
  const row = page.getByRole('listitem', { name: 'Version 1' });
  await row.getByRole('button', { name: 'Roll back' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Make version 1 live?' });
  await dialog.getByLabel('Percent of phone numbers').fill('10');
  await dialog
    .getByText('New conversations of 10 % of phone numbers get version 1, those of the others version 2.')
    .waitFor();
  await dialog.getByLabel('go on on what is live').press('Space');
  await dialog.getByRole('button', { name: 'Make live' }).press('Enter');
  await row.getByText('live · 10 %').waitFor();
  assert.deepEqual(await shares(), [
    [1, 10],
    [2, 90],
  ]);
});
