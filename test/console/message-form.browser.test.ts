/** A flow author writes messages without typing JSON: forms in the place of the phone’s bubble. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAgent, createStates, expectStatus } from '../harness.ts';
import { until } from '../until.ts';
import { itInEveryWay } from './barriers.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';
import { saying } from './editing.ts';

let running: ConsoleInBrowser;
let tab: Tab;
let agentId: string;
before(async () => {
  running = await startConsole();
  tab = await running.newTab();
  agentId = await createAgent(running.service);
  await createStates(running.service, agentId, { hours: saying('Open'), offers: saying('Offers'), seen: CARD });
  await tab.open('/');
  await tab.logIn();
  await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
});
after(async () => {
  await tab?.[Symbol.asyncDispose]();
  await running?.[Symbol.asyncDispose]();
});

const chip = (label: string) => ({ reply: { text: label, postbackData: 'hours' } });
const CARD = {
  template: {
    contentMessage: {
      richCard: {
        carouselCard: {
          cardContents: [
            { title: 'One', media: { contentInfo: { fileUrl: 'https://e.org/a.png' } }, suggestions: [chip('a')] },
            { title: 'Two' },
          ],
        },
      },
      suggestions: [{ reply: { text: 'A label', postbackData: '{"nextState":"gone"}' } }],
    },
  },
};

const messageOf = async (stateId: string) =>
  expectStatus(await running.service.call('GET', `/agents/${agentId}/states/${stateId}`), 200).template.contentMessage;
const save = () => tab.page.getByRole('button', { name: 'Save', exact: true }).click();
const saved = (stateId: string) => tab.page.getByText(`${stateId} was saved.`).last().waitFor();

describe('a message as a form', () => {
  it('is written, with chips to a state that is chosen and to one that is created', async () => {
    const { page } = tab;
    await tab.open(`/agents/${agentId}/flow/hours`);
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello ');
    await page.getByRole('button', { name: 'Insert a variable into Text' }).click();
    await page.getByRole('menuitem', { name: 'user.phoneNumber' }).click();

    await page.getByRole('button', { name: 'Add a chip' }).click();
    const first = page.getByRole('group', { name: 'Chip 1' });
    await first.getByLabel('Label', { exact: true }).fill('Show me all the offers, please');
    await first.getByText('30 / 25').waitFor();
    await first.getByLabel('State', { exact: true }).fill('offers');
    await save();
    await page.getByRole('button', { name: 'Chip 1, label: 30 of 25 characters' }).click();
    assert.equal(await page.evaluate('document.activeElement.value'), 'Show me all the offers, please');
    await first.getByLabel('Label', { exact: true }).fill('Offers');

    await page.getByRole('button', { name: 'Add a chip' }).click();
    const second = page.getByRole('group', { name: 'Chip 2' });
    await second.getByLabel('Label', { exact: true }).fill('Way');
    await second.getByLabel('State', { exact: true }).fill('way');
    await second.getByRole('button', { name: 'Pass a parameter' }).click();
    await second.getByLabel('Value of value1').fill('on foot');
    await second.getByLabel('Parameter', { exact: true }).fill('how');
    await second.getByRole('button', { name: 'Create way' }).click();
    await second.getByRole('button', { name: 'Create way' }).waitFor({ state: 'detached' });
    const target = { nextState: 'way', params: { how: 'on foot' } };
    await page.getByRole('button', { name: /^Move chip 2/ }).press('ArrowUp');
    await save();
    await saved('hours');
    const { text, suggestions } = await messageOf('hours');
    assert.equal(text, 'Hello {{ user.phoneNumber }}');
    assert.deepEqual(suggestions, [
      { reply: { text: 'Way', postbackData: JSON.stringify(target) } },
      { reply: { text: 'Offers', postbackData: 'offers' } },
    ]);
    assert.deepEqual(await messageOf('way'), { text: 'Hello!' });
  });

  it('becomes a carousel whose cards are added, duplicated, dragged and deleted; undo brings all of it back', async () => {
    const { page } = tab;
    await tab.open(`/agents/${agentId}/flow/offers`);
    await page.getByText('Carousel', { exact: true }).click();
    const card = (number: number) => page.getByRole('region', { name: `card ${number}`, exact: true });
    const title = (number: number) => card(number).getByLabel(`Title of card ${number}`, { exact: true });
    await title(1).fill('One');
    await title(2).fill('Two');
    await page.getByRole('button', { name: 'Add a card' }).click();
    await title(3).fill('Three');
    await page.getByRole('button', { name: 'Duplicate card 1', exact: true }).click();
    await page.getByRole('button', { name: 'Delete card 2', exact: true }).click();
    await page.getByRole('button', { name: /^Move card 3/ }).dragTo(title(2));
    await until(async () => (await title(2).inputValue()) === 'Three', 'the card at its new place');
    await save();
    await saved('offers');
    const { cardContents } = (await messageOf('offers')).richCard.carouselCard;
    assert.deepEqual(
      cardContents.map(({ title }: { title: string }) => title),
      ['One', 'Three', 'Two'],
    );
    const undo = page.getByRole('button', { name: 'Undo' });
    while (!(await undo.isDisabled())) await undo.click();
    assert.equal(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue(), 'Offers');
    page.once('dialog', (dialog) => void dialog.accept());
  });
});

describe('the graph', () => {
  it('is where states are made, found, renamed and deleted', async () => {
    const { page } = tab;
    const agentId = await createAgent(running.service);
    await createStates(running.service, agentId, { begin: saying('Begin'), other: saying('Looked for') });
    const pathOf = (stateId: string) => `/agents/${agentId}/states/${stateId}`;
    const read = async (stateId: string) => expectStatus(await running.service.call('GET', pathOf(stateId)), 200);
    const drawn = (stateId: string) => page.getByRole('group', { name: new RegExp(`^State ${stateId}\\b`) });
    await tab.open(`/agents/${agentId}/flow`);
    await drawn('begin').hover();
    await drawn('begin').locator('.react-flow__handle.source').hover();
    await page.mouse.down();
    await page.mouse.move(500, 700, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('dialog').getByLabel('State id').fill('made');
    await page.getByRole('button', { name: 'by a new chip' }).click();
    await drawn('made').waitFor();
    // The new chip is a row of its own: drawn to another state it leads there, to nothing it makes one.
    const row = drawn('begin').locator('.react-flow__handle[data-handleid^="chip"]');
    await row.dragTo(drawn('other'));
    await drawn('begin').click();
    assert.equal(await page.getByRole('combobox', { name: 'State', exact: true }).inputValue(), 'other');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /^Close/ }).click();

    await page.keyboard.press('Control+k');
    await page.getByLabel('A part of its id or of its words').fill('looked');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'other' }).waitFor();
    await page.getByRole('tab', { name: 'Input' }).click();
    await page.getByRole('button', { name: 'Wait for an answer' }).click();
    await page.getByRole('combobox', { name: 'The answer goes to' }).fill('ghost');
    await page.keyboard.press('Tab');
    await drawn('ghost').click();
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.getByRole('heading', { level: 2, name: 'ghost' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('2 states were saved.').waitFor();

    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('State id').fill('named');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { level: 2, name: 'named' }).waitFor();
    assert.deepEqual((await read('other')).input, { nextState: 'named' });
    assert.deepEqual((await read('begin')).template.contentMessage.suggestions, [
      { reply: { text: 'made', postbackData: 'made' } },
    ]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('other, by its input').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    // What led there still does: to a state that is missing.
    await drawn('named').getByText('does not exist').waitFor();
    assert.deepEqual(tab.faults, []);
  });
});

describe('the form with everything in it', () => {
  itInEveryWay(async (look) => {
    await tab.open(`/agents/${agentId}/flow/seen`);
    await tab.page
      .getByRole('group', { name: 'Chip 1' })
      .last()
      .getByLabel('Label', { exact: true })
      .fill('A label that is much too long');
    await tab.page.getByRole('button', { name: /^Chip 1, label: 29 of 25/ }).waitFor();
    await look(tab, 'a carousel');
    await tab.page.getByRole('tab', { name: 'Transitions' }).click();
    await tab.page.getByRole('button', { name: 'Add a transition' }).click();
    await look(tab, 'a condition');
    await tab.page.getByRole('tab', { name: 'Operations' }).click();
    await tab.page.getByRole('button', { name: 'Add a call' }).click();
    await tab.page.getByRole('region', { name: 'Call 1' }).waitFor();
    await look(tab, 'a call');
    await tab.page.keyboard.press('Control+k');
    await tab.page.getByRole('dialog').waitFor();
    await look(tab, 'the search');
    await tab.page.keyboard.press('Escape');
    tab.page.once('dialog', (dialog) => void dialog.accept());
  });
});
