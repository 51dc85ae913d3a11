/** The end of a session, and of its work: one that ends by itself takes nothing with it, a log-out asks before it does. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OPERATOR_KEY } from '../harness.ts';
import { until } from '../until.ts';
import { barriers } from './barriers.ts';
import { DESKTOP, MOBILE, type Tab } from './browser.ts';
import { type Editing, editor, heading, kept, save, startEditing, textOf, unsaved } from './editing.ts';

const MINE = '{ "text": "Mine" }';
const DAY_MS = 86_400_000;

let running: Editing;
before(async () => {
  running = await startEditing();
});
after(() => running?.[Symbol.asyncDispose]());

const logInAgain = ({ page }: Tab) => page.getByRole('dialog', { name: 'Log in again' });

/** The end of the session, with nothing under way that would find out by itself. */
async function endSession({ page, context }: Tab): Promise<void> {
  await page.getByRole('region', { name: 'Preview' }).getByText('Mine', { exact: true }).waitFor();
  await context.clearCookies();
}

describe('a session that ends while somebody edits', () => {
  it('opens the log-in over the page, and the save goes on after it', async () => {
    await using tab = await running.edit('expired');
    await editor(tab).fill(MINE);
    await endSession(tab);
    await save(tab);
    await logInAgain(tab).waitFor();
    assert.equal(await textOf(tab), MINE);

    await tab.logIn('not-the-operator-key');
    await tab.page.getByText('This is not the operator key of this service.').waitFor();
    await tab.logIn();
    await tab.page.getByText('expired is saved.').waitFor();
    await logInAgain(tab).waitFor({ state: 'detached' });
    assert.equal(await running.storedText('expired'), 'Mine');
    assert.deepEqual(tab.faults, []);
  });

  it('asks once, however many requests find no session, and all of them are answered after it', async () => {
    await using tab = await running.edit('many');
    await tab.open(`/agents/${running.agentId}/events`);
    // The page asks again every two seconds, and this asks beside it.
    await tab.context.clearCookies();
    await tab.page.getByRole('link', { name: 'Overview' }).click();
    await logInAgain(tab).waitFor();
    assert.equal(await logInAgain(tab).count(), 1);
    await tab.logIn();
    await logInAgain(tab).waitFor({ state: 'detached' });
    await heading(tab, 'Acme bot');
    await until(() => tab.page.evaluate('!document.querySelector("[aria-busy=true]")'), 'the page to be loaded');
    assert.equal(await tab.page.getByRole('alert').count(), 0);
  });

  it('is taken up by a log-in in another tab', async () => {
    await using tab = await running.edit('elsewhere');
    await editor(tab).fill(MINE);
    await endSession(tab);
    await save(tab);
    await logInAgain(tab).waitFor();
    const other = await tab.context.newPage();
    await other.goto(`${running.service.url}/console/`);
    await other.getByLabel('Operator key').fill(OPERATOR_KEY);
    await other.getByRole('button', { name: 'Log in' }).click();
    await tab.page.getByText('elsewhere is saved.').waitFor();
  });

  it('does not take the keyboard from somebody who is typing', async () => {
    await using tab = await running.edit('typing');
    await tab.page.clock.install();
    await editor(tab).fill(MINE);
    await endSession(tab);
    await tab.page.clock.pauseAt(Date.now() + DAY_MS);
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
    await editor(tab).fill(MINE);
    await endSession(tab);
    await tab.page.reload();
    await heading(tab, 'Log in');
    await tab.logIn();
    await unsaved(tab).waitFor();
    assert.equal(await textOf(tab), MINE);
  });
});

describe('a log-out', () => {
  it('asks when something is not saved, names it, and throws it away in every tab', async () => {
    await using tab = await running.edit('logged-out');
    await editor(tab).fill(MINE);
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
    await other.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    assert.deepEqual(await kept(tab), {});
  });
});

describe('the questions about a session', () => {
  for (const [name, viewport] of Object.entries({ desk: DESKTOP, phone: MOBILE })) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`on a ${name}, ${colorScheme}: keep the policy, fit, and have no serious barrier`, async () => {
        await using tab = await running.edit(`${name}-${colorScheme}`, undefined, { viewport, colorScheme });
        await editor(tab).fill(MINE);
        await tab.page.getByRole('button', { name: 'Log out' }).click();
        const question = tab.page.getByRole('dialog', { name: 'Log out?' });
        await question.getByRole('link', { name: `${name}-${colorScheme}` }).waitFor();
        const wrong = await barriers(tab.page);
        await question.getByRole('button', { name: 'Cancel' }).click();
        await question.waitFor({ state: 'detached' });
        await endSession(tab);
        await save(tab);
        await logInAgain(tab).waitFor();
        wrong.push(...(await barriers(tab.page)));
        assert.deepEqual([...wrong, ...tab.faults], []);
      });
    }
  }
});
