/** Text typed into a state survives a reload and concurrent changes of the state. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expectStatus, OPERATOR_KEY } from '../harness.ts';
import { until } from '../until.ts';
import { itInEveryWay } from './barriers.ts';
import type { Tab } from './browser.ts';
import { type Editing, editor, heading, kept, save, startEditing, textOf, unsaved } from './editing.ts';

const MINE = '{ "text": "Mine" }';
const UNREADABLE = '{ "text": "Half';
const DAY_MS = 86_400_000;

let running: Editing;
before(async () => {
  running = await startEditing();
});
after(() => running?.[Symbol.asyncDispose]());

const keep = ({ page }: Tab, name: string, entry: string) =>
  page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(entry)})`);
const nameOf = (stateId: string) => `parley.unsaved:${running.agentId}/${stateId}`;

describe('what is not saved', () => {
  it('is back after a reload, marked, and can be discarded', async () => {
    await using tab = await running.edit('reloaded');
    const stored = await textOf(tab);
    await editor(tab).fill(MINE);
    await tab.page.reload();
    await unsaved(tab).waitFor();
    assert.equal(await textOf(tab), MINE);
    await tab.page.getByRole('region', { name: 'Preview' }).getByText('Mine', { exact: true }).waitFor();

    await unsaved(tab).getByRole('button', { name: 'Discard' }).click();
    await until(async () => (await textOf(tab)) === stored, 'what is stored');
    assert.equal(await unsaved(tab).count(), 0);
    await tab.page.reload();
    await editor(tab).waitFor();
    assert.equal(await textOf(tab), stored);
  });

  it('is back even if unparsable, and after leaving the page without saving', async () => {
    await using tab = await running.edit('unreadable');
    await editor(tab).fill(UNREADABLE);
    await tab.page.getByRole('link', { name: 'Overview' }).click();
    await heading(tab, 'Acme bot');
    await tab.open(`/agents/${running.agentId}/flow/unreadable`);
    await unsaved(tab).waitFor();
    assert.equal(await textOf(tab), UNREADABLE);
    assert.equal(await tab.page.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true);
  });

  it('is removed once it is saved, and holds no secret until then', async () => {
    await using tab = await running.edit('saved');
    await editor(tab).fill(MINE);
    const name = nameOf('saved');
    const before = await until(async () => name in (await kept(tab)) && (await kept(tab)), 'what is kept');
    assert.deepEqual(Object.keys(before), [name]);
    assert.ok(!JSON.stringify(before).includes(OPERATOR_KEY));
    await save(tab);
    await tab.page.getByText('saved was saved.').waitFor();
    await until(async () => !(name in (await kept(tab))), 'it to be forgotten');
  });

  it('shows what others have changed meanwhile', async () => {
    await using tab = await running.edit('conflict');
    await editor(tab).fill(MINE);
    await running.store('conflict', 'Theirs');
    await tab.page.reload();
    await unsaved(tab)
      .getByText(/Changed elsewhere meanwhile: message\./)
      .waitFor();
    assert.equal(await textOf(tab), MINE);
    await unsaved(tab).getByRole('button', { name: 'Discard' }).click();
    await until(async () => (await textOf(tab)).includes('Theirs'), 'what is stored');
  });

  it('is not saved over what another tab has saved: theirs, mine, or the difference', async () => {
    await using tab = await running.edit('two-tabs');
    await editor(tab).fill(MINE);
    await running.store('two-tabs', 'Theirs');
    await save(tab);
    await unsaved(tab)
      .getByText(/Changed elsewhere meanwhile: message\./)
      .waitFor();
    assert.equal(await running.storedText('two-tabs'), 'Theirs');
    assert.equal(await textOf(tab), MINE);
    await unsaved(tab).getByRole('button', { name: 'Show the difference' }).click();
    await unsaved(tab).getByText('Theirs: “Theirs”').waitFor();
    await unsaved(tab).getByRole('button', { name: 'Keep mine' }).click();
    await save(tab);
    await tab.page.getByText('two-tabs was saved.').waitFor();
    assert.equal(await running.storedText('two-tabs'), 'Mine');
  });

  it('is one document of all states: undone in order, and saved with one key', async () => {
    await using tab = await running.edit('first');
    const { page } = tab;
    await editor(tab).fill(MINE);
    await page.getByRole('group', { name: /^State beside/ }).click();
    await page.getByRole('heading', { level: 2, name: 'beside' }).waitFor();
    const before = await textOf(tab);
    await editor(tab).fill(MINE);
    await page.getByText('2 states are not saved').waitFor();
    await page.keyboard.press('Control+z');
    await until(async () => (await textOf(tab)) === before, 'the text before');
    await page.keyboard.press('Control+z');
    await page.getByRole('heading', { level: 2, name: 'first' }).waitFor();
    await until(async () => (await textOf(tab)).includes('Stored'), 'the text of the other state');
    for (let steps = 0; steps < 2; steps += 1) await page.getByRole('button', { name: 'Redo' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('2 states were saved.').waitFor();
    assert.deepEqual([await running.storedText('first'), await running.storedText('beside')], ['Mine', 'Mine']);
    assert.deepEqual(tab.questions, []);
  });

  it('is dropped when others have saved the same meanwhile', async () => {
    await using tab = await running.edit('equal');
    await editor(tab).fill(MINE);
    await until(async () => Object.keys(await kept(tab)).length === 1, 'it to be kept');
    await running.store('equal', 'Mine');
    await tab.page.reload();
    await editor(tab).waitFor();
    await until(async () => Object.keys(await kept(tab)).length === 0, 'it to be dropped');
    assert.equal(await unsaved(tab).count(), 0);
  });

  it('survives the state itself, which can be created again from it', async () => {
    await using tab = await running.edit('deleted');
    await editor(tab).fill(MINE);
    expectStatus(await running.service.call('DELETE', `/agents/${running.agentId}/states/deleted`), 204);
    await tab.page.reload();
    await tab.page.getByText('There is no state “deleted” in this flow.').waitFor();
    await tab.page.getByRole('button', { name: 'Create it again' }).click();
    await editor(tab).waitFor();
    assert.equal(await running.storedText('deleted'), 'Mine');
  });

  it('is kept for a week at most', async () => {
    await using tab = await running.edit('old');
    await editor(tab).fill(MINE);
    const name = nameOf('old');
    const entry = await until(async () => (await kept(tab))[name], 'what is kept');
    await tab.open(`/agents/${running.agentId}`);
    await keep(tab, name, new Date(Date.now() - 8 * DAY_MS).toISOString() + entry.slice(24));
    await tab.open(`/agents/${running.agentId}/flow/old`);
    await editor(tab).waitFor();
    assert.equal(await unsaved(tab).count(), 0);
    assert.deepEqual(await kept(tab), {});
  });

  it('causes no error when it is invalid', async () => {
    await using tab = await running.edit('strange');
    const name = nameOf('strange');
    const now = new Date().toISOString();
    const strange = ['no time', now, `${now}null`, `${now}{}`, `${now}{"base":{},"body":{"input":3},"texts":{}}`];
    for (const entry of strange) {
      await keep(tab, name, entry);
      await tab.page.reload();
      await editor(tab).waitFor();
      assert.match(await textOf(tab), /Stored/);
    }
    assert.deepEqual(tab.faults, []);
  });

  it('replaces the oldest when there is too much', async () => {
    await using tab = await running.edit('room');
    const names = ['older', 'newer'].map(nameOf);
    for (const [index, name] of names.entries()) {
      const at = new Date(Date.now() - DAY_MS * (2 - index)).toISOString();
      await keep(tab, name, at + JSON.stringify('x'.repeat(1_200_000)));
    }
    await editor(tab).fill(MINE);
    await until(async () => nameOf('room') in (await kept(tab)), 'what is kept');
    assert.deepEqual(Object.keys(await kept(tab)).sort(), [names[1], nameOf('room')]);
  });

  it('reports when there is no room to keep it, and asks before it is lost', async () => {
    await using tab = await running.edit('no-room');
    await tab.page.evaluate(`for (let size = 1 << 22; size > 0; size >>= 1) {
      try { for (;;) localStorage.setItem('filler ' + Math.random(), 'x'.repeat(size)); } catch {}
    }`);
    await editor(tab).fill(MINE);
    await tab.page.getByText(/no room to keep it/).waitFor();
    const question = tab.page.waitForEvent('dialog');
    await tab.page.getByRole('link', { name: 'Overview' }).click();
    assert.match((await question).message(), /will be lost/);
  });
});

describe('the line about what is not saved', () => {
  itInEveryWay(async (look) => {
    await using tab = await running.edit('seen');
    await editor(tab).fill(MINE);
    await running.store('seen', 'Theirs');
    await tab.page.reload();
    await unsaved(tab).waitFor();
    await look(tab, 'changed elsewhere as well');
  });
});
