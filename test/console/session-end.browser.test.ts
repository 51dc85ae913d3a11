/** The end of a session: when it expires, unsaved work is kept; a log-out asks first. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OPERATOR_KEY } from '../harness.ts';
import { until } from '../until.ts';
import { itInEveryWay } from './barriers.ts';
import type { Tab } from './browser.ts';
import { type Editing, editor, heading, kept, save, startEditing, textOf, unsaved } from './editing.ts';

const MINE = '{ "text": "Mine" }';
const DAY_MS = 86_400_000;

let running: Editing;
before(async () => {
  running = await startEditing();
});
after(() => running?.[Symbol.asyncDispose]());

const logInAgain = ({ page }: Tab) => page.getByRole('dialog', { name: 'Log in again' });

/** Until the service has rendered it: the preview's request would otherwise discover the end of the session. */
async function write(tab: Tab): Promise<void> {
  const rendered = tab.page.waitForResponse(
    (response) => response.url().endsWith('/previews') && response.request().postData()?.includes('Mine') === true,
  );
  await editor(tab).fill(MINE);
  await (await rendered).finished();
}

const endSession = ({ context }: Tab) => context.clearCookies();

describe('a session that ends while somebody edits', () => {
  it('opens the log-in over the page, and the save goes on after it', async () => {
    await using tab = await running.edit('expired');
    await write(tab);
    await endSession(tab);
    await save(tab);
    await logInAgain(tab).waitFor();
    assert.equal(await textOf(tab), MINE);

    await tab.logIn('not-the-operator-key');
    await tab.page.getByText('This is not the operator key of this service.').waitFor();
    await tab.logIn();
    await tab.page.getByText('expired was saved.').waitFor();
    await logInAgain(tab).waitFor({ state: 'detached' });
    assert.equal(await running.storedText('expired'), 'Mine');
    assert.deepEqual(tab.faults, []);
  });

  it('asks once, however many requests find no session, and all of them are answered afterwards', async () => {
    await using tab = await running.edit('many');
    await tab.open(`/agents/${running.agentId}/events`);
    // The page polls every two seconds, and this makes a request in between.
    await tab.context.clearCookies();
    // Not with the pointer: a look of the page may have brought the dialog over it already.
    await tab.page.getByRole('link', { name: 'Overview' }).dispatchEvent('click');
    await logInAgain(tab).waitFor();
    assert.equal(await logInAgain(tab).count(), 1);
    await tab.logIn();
    await logInAgain(tab).waitFor({ state: 'detached' });
    await heading(tab, 'Acme bot');
    await until(() => tab.page.evaluate('!document.querySelector("[aria-busy=true]")'), 'the page to be loaded');
    assert.equal(await tab.page.getByRole('alert').count(), 0);
  });

  it('is resumed by a log-in in another tab', async () => {
    await using tab = await running.editApart('elsewhere');
    await write(tab);
    await endSession(tab);
    await save(tab);
    await logInAgain(tab).waitFor();
    const other = await tab.context.newPage();
    await other.goto(`${running.service.url}/console/`);
    await other.getByLabel('Operator key', { exact: true }).fill(OPERATOR_KEY);
    await other.getByRole('button', { name: 'Log in' }).click();
    await tab.page.getByText('elsewhere was saved.').waitFor();
  });

  it('does not take the focus from somebody who is typing', async () => {
    await using tab = await running.editApart('typing');
    await tab.page.clock.install();
    // Timers that the page started before are not under this clock.
    await tab.page.reload();
    await write(tab);
    // The leap lets the navigation count once more: while there is a session, so that typing discovers its end.
    const counted = tab.page.waitForResponse((response) => response.url().endsWith('/failures/summary'));
    await tab.page.clock.pauseAt(Date.now() + DAY_MS);
    await (await counted).finished();
    await endSession(tab);
    await editor(tab).fill('{ "text": "Mine too" }');
    await editor(tab).press('End');
    const refused = tab.page.waitForResponse((response) => response.status() === 401);
    await tab.page.clock.runFor(300);
    await (await refused).finished();
    await editor(tab).press('Space');
    await tab.page.clock.runFor(900);
    assert.equal(await logInAgain(tab).count(), 0);
    await tab.page.clock.resume();
    await logInAgain(tab).waitFor();
  });

  it('keeps the edit through a reload and the log-in page', async () => {
    await using tab = await running.edit('reloaded-out');
    await write(tab);
    await endSession(tab);
    await tab.page.reload();
    await heading(tab, 'Log in');
    await tab.logIn();
    await unsaved(tab).waitFor();
    assert.equal(await textOf(tab), MINE);
  });
});

describe('a log-out', () => {
  it('names what is not saved and keeps it, or discards it in every tab', async () => {
    await using tab = await running.editApart('logged-out');
    await write(tab);
    const other = await tab.context.newPage();
    await other.goto(`${running.service.url}/console/brands`);
    await other.getByRole('heading', { level: 1, name: 'Brands & agents' }).waitFor();

    await tab.page.getByRole('button', { name: 'Log out' }).click();
    const question = tab.page.getByRole('dialog', { name: 'Log out?' });
    await question.getByRole('link', { name: 'logged-out' }).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await textOf(tab), MINE);

    await tab.page.getByRole('button', { name: 'Log out' }).click();
    await question.getByRole('button', { name: 'Log out' }).click();
    await heading(tab, 'Log in');
    await tab.logIn();
    // Before that the answer, and the cookie with it, may be on its way.
    await tab.page.getByRole('button', { name: 'Log out' }).waitFor();
    await tab.open(`/agents/${running.agentId}/flow/logged-out`);
    await unsaved(tab).waitFor();
    assert.equal(await textOf(tab), MINE);

    await tab.page.getByRole('button', { name: 'Log out' }).click();
    await question.getByLabel('Discard them').check();
    await question.getByRole('button', { name: 'Log out' }).click();
    await heading(tab, 'Log in');
    await other.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    assert.deepEqual(await kept(tab), {});
  });
});

describe('the questions about a session', () => {
  itInEveryWay(async (look) => {
    await using tab = await running.editApart('seen');
    await write(tab);
    await tab.page.getByRole('button', { name: 'Log out' }).click();
    const question = tab.page.getByRole('dialog', { name: 'Log out?' });
    await question.getByRole('link', { name: 'seen' }).waitFor();
    await look(tab, 'the log-out');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await endSession(tab);
    await save(tab);
    await logInAgain(tab).waitFor();
    await look(tab, 'the log-in');
  });
});
