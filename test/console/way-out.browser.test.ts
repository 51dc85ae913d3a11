/** The ways out of the editor of a state: all lead to the graph, and what was typed is still there. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expectStatus } from '../harness.ts';
import { until } from '../until.ts';
import type { Tab } from './browser.ts';
import { type Editing, editor, saveButton, saying, startEditing, textOf } from './editing.ts';

const MINE = '{ "text": "Mine" }';

let running: Editing;
before(async () => {
  running = await startEditing();
});
after(() => running?.[Symbol.asyncDispose]());

const WAYS: Record<string, (tab: Tab) => Promise<void>> = {
  'the escape key': ({ page }) => page.keyboard.press('Escape'),
  'the button': ({ page }) => page.getByRole('button', { name: 'Close the editor' }).click(),
  'a click beside the states': ({ page }) => page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } }),
  'the link to the flow': ({ page }) => page.getByRole('link', { name: 'Flow', exact: true }).click(),
};

const drawn = ({ page }: Tab, stateId: string) => page.getByRole('group', { name: new RegExp(`^State ${stateId}\\b`) });
/** Clicks on a state until it is open: during a new layout, the state may move away from the click. */
const open = (tab: Tab, stateId: string) =>
  until(async () => {
    await drawn(tab, stateId).click();
    return editor(tab)
      .waitFor({ timeout: 2_000 })
      .then(() => true)
      .catch(() => false);
  }, 'the editor');
const pathOf = ({ page }: Tab) => page.url().slice(`${running.service.url}/console/agents/${running.agentId}`.length);
const toGraph = (tab: Tab) => until(() => pathOf(tab) === '/flow', 'the graph');
const pressEscape = ({ page }: Tab) => page.keyboard.press('Escape');

describe('out of the editor', () => {
  for (const [way, leave] of Object.entries(WAYS)) {
    it(`leads ${way}, and what was typed is there again`, async () => {
      const stateId = way.replaceAll(' ', '-');
      await using tab = await running.edit(stateId);
      await drawn(tab, stateId).waitFor();
      await leave(tab);
      await toGraph(tab);
      await editor(tab).waitFor({ state: 'detached' });
      assert.deepEqual(tab.questions, []);

      await open(tab, stateId);
      await editor(tab).fill(MINE);
      await leave(tab);
      await toGraph(tab);
      await saveButton(tab).waitFor();
      await open(tab, stateId);
      assert.equal(await textOf(tab), MINE);
      assert.deepEqual(tab.questions, []);
      assert.deepEqual(tab.faults, []);
    });
  }

  it('moves the focus to the state that was open, and Enter opens it', async () => {
    await using tab = await running.edit('keyboard');
    await drawn(tab, 'keyboard').waitFor();
    await editor(tab).focus();
    await pressEscape(tab);
    await toGraph(tab);
    await until(() => tab.page.evaluate('document.activeElement?.dataset.id === "keyboard"'), 'the focus');
    await tab.page.keyboard.press('Enter');
    await editor(tab).waitFor();
    assert.equal(pathOf(tab), '/flow/keyboard');
  });

  it('leads a delete, whatever was changed, to the remaining states', async () => {
    await using tab = await running.edit('deleted');
    await editor(tab).fill(MINE);
    const gone = tab.page.getByText('There is no state “deleted”');
    await tab.page.evaluate(`window.sightings = 0; new MutationObserver(() => {
      if (document.body.innerText.includes('There is no state')) window.sightings += 1;
    }).observe(document.body, { childList: true, subtree: true })`);
    await tab.page.getByRole('button', { name: 'Delete' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toGraph(tab);
    await drawn(tab, 'deleted').waitFor({ state: 'detached' });
    assert.equal(await gone.count(), 0);
    assert.equal(await tab.page.evaluate('window.sightings'), 0);
    assert.deepEqual(tab.questions, []);
    assert.equal((await running.service.call('GET', `/agents/${running.agentId}/states/deleted`)).status, 404);
    assert.equal(await tab.page.evaluate('localStorage.length'), 0);
  });

  it('leads from the address of a state that does not exist', async () => {
    await using tab = await running.edit('exists');
    await tab.open(`/agents/${running.agentId}/flow/does-not`);
    await tab.page.getByText('There is no state “does-not” in this flow.').waitFor();
    await tab.page.getByRole('button', { name: 'Close the editor' }).click();
    await toGraph(tab);
  });
});

describe('the escape key', () => {
  it('closes a completion first', async () => {
    await using tab = await running.edit('completion');
    await editor(tab).fill('{ "text": "{{ " }');
    await editor(tab).press('End');
    for (let left = 0; left < '" }'.length; left += 1) await editor(tab).press('ArrowLeft');
    await editor(tab).press('Control+Space');
    const choices = tab.page.locator('.cm-tooltip-autocomplete');
    await choices.waitFor();
    await pressEscape(tab);
    await choices.waitFor({ state: 'detached' });
    assert.equal(pathOf(tab), '/flow/completion');
    assert.deepEqual(tab.questions, []);
  });

  it('closes the choices of a field first', async () => {
    await using tab = await running.edit('choices', { ...saying('Stored'), input: { nextState: 'c' } });
    await tab.page.getByRole('tab', { name: 'Input' }).click();
    await tab.page.getByRole('combobox', { name: 'The answer goes to' }).click();
    await tab.page.getByRole('option').first().waitFor();
    await pressEscape(tab);
    await tab.page.getByRole('option').first().waitFor({ state: 'hidden' });
    assert.equal(pathOf(tab), '/flow/choices');
    await pressEscape(tab);
    await toGraph(tab);
  });

  it('closes a dialog first', async () => {
    await using tab = await running.edit('dialog');
    for (const name of ['Delete', 'New state']) {
      await tab.page.getByRole('button', { name }).click();
      await tab.page.getByRole('dialog').waitFor();
      await pressEscape(tab);
      await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal(pathOf(tab), '/flow/dialog');
    }
    expectStatus(await running.service.call('GET', `/agents/${running.agentId}/states/dialog`), 200);
    await pressEscape(tab);
    await toGraph(tab);
  });

  it('is not needed to leave a text with the keyboard: Tab moves on', async () => {
    await using tab = await running.edit('tab-key');
    const before = await textOf(tab);
    await editor(tab).focus();
    await tab.page.keyboard.press('Tab');
    await until(() => tab.page.evaluate('!document.activeElement?.closest(".cm-content")'), 'the focus to go on');
    assert.equal(await textOf(tab), before);
  });
});
