/**
 * A flow author's journey in a real browser: twelve states with a carousel, pictures, conditions, an API call and
 * captured input, from nothing to a published version, without a word of JSON or Liquid.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { makeFolder, parley } from '../cli/run.ts';
import { createAgent, expectStatus } from '../harness.ts';
import { type Listener, listenHttp } from '../net/servers.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

let running: ConsoleInBrowser;
let tab: Tab;
let shop: Listener;
let agentId: string;
before(async () => {
  running = await startConsole();
  shop = await listenHttp((_request, response) => response.end('{ "state": "sent", "eta": "tomorrow" }'));
  const { service } = running;
  const operations = { find: { method: 'GET', path: '/orders/{order}' } };
  expectStatus(await service.call('POST', '/connectors', { connectorId: 'shop', baseUrl: shop.url, operations }), 201);
  agentId = await createAgent(service);
  const drafts = { config: { publishing: 'explicit' } };
  expectStatus(await service.call('PATCH', `/agents/${agentId}`, drafts), 200);
  tab = await running.newTab();
  await tab.open('/');
  await tab.logIn();
  await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
});
after(async () => {
  await tab?.[Symbol.asyncDispose]();
  await shop?.[Symbol.asyncDispose]();
  await running?.[Symbol.asyncDispose]();
});

/** What the author's hands did. */
const done = { clicks: 0, characters: 0 };
async function click(target: Locator): Promise<void> {
  done.clicks += 1;
  await target.click();
}
const press = (name: string | RegExp, inside: Locator | Tab['page'] = tab.page) =>
  click(inside.getByRole('button', { name, exact: true }));
/** Clicks into the field, and writes. */
async function write(target: Locator, words: string): Promise<void> {
  assert.doesNotMatch(words, /[{}[\]%"]/, 'no JSON and no Liquid');
  done.clicks += 1;
  done.characters += words.length;
  await target.fill(words);
}
/** Opens a list and takes one of its rows. */
async function choose(target: Locator, option: string): Promise<void> {
  done.clicks += 2;
  await target.selectOption(option);
}

const field = (name: string, inside: Locator | Tab['page'] = tab.page) =>
  inside.getByRole('textbox', { name, exact: true });
/** A field with suggestions. */
const box = (name: string, inside: Locator | Tab['page'] = tab.page) =>
  inside.getByRole('combobox', { name, exact: true });
const toTab = (name: string) => click(tab.page.getByRole('tab', { name }));
const row = (stateId: string) => tab.page.getByRole('table').getByRole('button', { name: stateId, exact: true });

async function open(stateId: string): Promise<void> {
  await click(row(stateId));
  await tab.page.getByRole('heading', { level: 2, name: stateId, exact: true }).waitFor();
}

/** One that something leads to already. */
async function create(stateId: string): Promise<void> {
  await click(row(stateId));
  await press('Create it');
  await tab.page.getByRole('heading', { level: 2, name: stateId, exact: true }).waitFor();
}

async function insert(variable: string, into: string, inside: Locator | Tab['page'] = tab.page): Promise<void> {
  await press(`Insert a variable into ${into}`, inside);
  await click(tab.page.getByRole('menuitem', { name: variable, exact: true }));
}

/** To a state of this flow; to a new one, which is created with it. */
async function addChip(label: string, to: string, { isNew = false, card = 0 } = {}): Promise<void> {
  const inside = card === 0 ? tab.page.getByRole('tabpanel') : tab.page.getByRole('region', { name: `card ${card}` });
  await press(card === 0 ? 'Add a chip' : `Add a chip to card ${card}`, inside);
  const chip = inside.getByRole('group', { name: /^Chip/ }).last();
  await write(field('Label', chip), label);
  await write(box('State', chip), to);
  if (isNew) await press(`Create ${to}`, chip);
  else await tab.page.keyboard.press('Tab');
}

/** What was typed goes to a state, and is captured. */
async function waitForAnswer(to: string, name: string): Promise<void> {
  const { page } = tab;
  await toTab('Input');
  await press('Wait for an answer');
  await write(box('The answer goes to'), to);
  await press('Capture a value');
  await write(page.getByLabel('to input.'), name);
}

/** The last of the transitions, with its target. */
async function addTransition(button: string, to: string): Promise<void> {
  await press(button);
  await write(box('go to').last(), to);
  await tab.page.keyboard.press('Tab');
}

async function addPicture(of: string, file?: typeof PICTURE): Promise<void> {
  const { page } = tab;
  const card = page.getByRole('region', { name: of });
  await press('Add a picture or video', card);
  await press(/^Choose or upload/, card);
  if (file) {
    const chosen = page.waitForEvent('filechooser');
    await press('Upload a file');
    await (await chosen).setFiles(file);
  } else await click(page.getByRole('list', { name: 'Uploaded files' }).getByRole('button', { name: /boots\.gif/ }));
  await card.locator('figure img').waitFor();
}
const PICTURE = { name: 'boots.gif', mimeType: 'image/gif', buffer: GIF };

test('an author builds a flow of twelve states, without JSON or Liquid', async () => {
  const { page } = tab;
  await tab.open(`/agents/${agentId}/flow`);
  await page.getByText('No states yet').waitFor();
  await click(page.getByRole('button', { name: 'New state' }).last());
  await write(page.getByLabel('State id'), 'welcome');
  await press('Create');
  await page.getByRole('heading', { level: 2, name: 'welcome' }).waitFor();
  await click(page.getByRole('link', { name: 'List', exact: true }));
  await write(field('Display name'), 'Say hello');
  await write(field('Text'), 'Welcome to the boot shop. What can we do?');
  await addChip('See our boots', 'boots', { isNew: true });
  await addChip('Where is my order?', 'ask-order', { isNew: true });
  await addChip('Opening hours', 'hours', { isNew: true });

  await open('boots');
  await click(page.getByRole('radiogroup', { name: 'Kind of message' }).getByText('Carousel'));
  await write(field('Title of card 1'), 'Hill boots');
  await write(field('Description of card 1'), 'Warm and dry.');
  await addPicture('card 1', PICTURE);
  await addChip('I want these', 'ask-size', { isNew: true, card: 1 });
  await write(field('Title of card 2'), 'City boots');
  await addPicture('card 2');
  await addChip('I want these', 'ask-size', { card: 2 });

  await open('ask-size');
  await write(field('Text'), 'Which size?');
  await waitForAnswer('check-size', 'size');
  await create('check-size');
  await press('Remove the message');
  await toTab('Transitions');
  await addTransition('Add a transition', 'in-stock');
  await write(page.getByLabel('Value in row 1 of transition 1'), '42');
  await press('Add a row');
  await choose(page.getByLabel('Question in row 2 of transition 1'), 'is empty');
  await choose(page.getByLabel('How the rows of transition 1 count together'), 'any of these');
  await addTransition('Add “otherwise”', 'sold-out');

  await create('in-stock');
  await write(field('Text'), 'They are yours, in size ');
  await insert('input.size', 'Text');
  await addChip('Thank you', 'bye', { isNew: true });
  await create('sold-out');
  await write(field('Text'), 'Only size 42 is left.');
  await addChip('See the others', 'boots');

  await open('ask-order');
  await write(field('Text'), 'What is the number of your order?');
  await waitForAnswer('find-order', 'order');
  await create('find-order');
  await press('Remove the message');
  await toTab('Operations');
  await press('Add a call');
  await insert('input.order', 'order');
  await press('Try it');
  const run = page.getByRole('dialog').getByRole('form', { name: 'Operation find' });
  await write(field('order', run), '7');
  await press('Run now', run);
  await run.getByText('"sent"').waitFor();
  await click(page.getByRole('dialog').locator('.mantine-Modal-close'));
  await toTab('Transitions');
  await addTransition('Add a transition', 'order-sent');
  await write(box('Variable in row 1 of transition 1'), 'state');
  await click(page.getByRole('option', { name: 'data.find.state' }));
  await write(page.getByLabel('Value in row 1 of transition 1'), 'sent');
  await addTransition('Add “otherwise”', 'order-open');

  await create('order-sent');
  await click(page.getByRole('radiogroup', { name: 'Kind of message' }).getByText('Card', { exact: true }));
  await write(field('Title'), 'It is on its way');
  await write(field('Description'), 'It comes ');
  await insert('data.find.eta', 'Description');
  await addPicture('the card');
  await addChip('Thank you', 'bye');
  await create('order-open');
  await write(field('Text'), 'We are still packing it.');
  await open('hours');
  await write(field('Text'), 'From nine to six, but not on Sundays.');
  await open('bye');
  await write(field('Text'), 'See you soon!');
  await press('Save 12 states');
  await page.getByText('12 states were saved.').waitFor();

  const { states } = expectStatus(await running.service.call('GET', `/agents/${agentId}/flow`), 200);
  assert.equal(Object.keys(states).length, 12);
  assert.equal(
    states['check-size'].transitions[0].condition,
    "{% if input.size == '42' or input.size == blank %}true{% endif %}",
  );
  assert.deepEqual(states['find-order'], {
    operations: [
      {
        connectorId: 'shop',
        authenticationId: 'none',
        operation: 'find',
        contextKey: 'find',
        data: { order: '{{ input.order }}' },
      },
    ],
    transitions: [
      { condition: "{% if data.find.state == 'sent' %}true{% endif %}", nextState: 'order-sent' },
      { condition: 'true', nextState: 'order-open' },
    ],
  });
  assert.deepEqual(tab.faults, []);
});

test('and plays it, keeps the runs as tests, and publishes it', async (t) => {
  const { page } = tab;
  const phone = page.getByRole('log');
  const says = async (words: string) => {
    await write(page.getByLabel('Write as the user'), words);
    await page.keyboard.press('Enter');
  };
  await click(page.getByRole('link', { name: 'Play', exact: true }));
  await click(box('Begin with'));
  await click(page.getByRole('option', { name: 'welcome', exact: true }));
  await press('Play');
  await press('Where is my order?');
  await phone.getByText('What is the number of your order?').waitFor();
  await says('7');
  await press('Call it now');
  await phone.getByText('It comes tomorrow').waitFor();
  await press('Keep as a test');
  await page.getByText('The test played-welcome is kept with the agent.').waitFor();
  await press('From the beginning');
  await press('See our boots');
  await phone.getByRole('button', { name: 'I want these' }).first().waitFor();
  await click(phone.getByRole('button', { name: 'I want these' }).first());
  await phone.getByText('Which size?').waitFor();
  await says('42');
  await phone.getByText('They are yours, in size 42').waitFor();
  await press('Keep as a test');
  await page.getByText('The test played-welcome-2 is kept with the agent.').waitFor();

  await click(page.getByRole('link', { name: /^Version/ }));
  await write(page.getByLabel('What is new'), 'The first flow');
  await press('Check and publish');
  await page.getByText(/Version \d was published and is live/).waitFor();
  t.diagnostic(`a flow of 12 states, tested and published: ${done.clicks} clicks, ${done.characters} characters`);
  assert.deepEqual(tab.faults, []);
});

test('and the command line brings it to another agent, where it is the same', async () => {
  const { service } = running;
  const cli = parley(service);
  const other = await createAgent(service);
  await using folder = await makeFolder({});
  const file = join(folder.path, 'flow.json');
  await cli.says('flows', 'pull', agentId, file);
  await cli.says('flows', 'push', other, file);
  const flowOf = async (id: string) => expectStatus(await service.call('GET', `/agents/${id}/flow`), 200);
  assert.deepEqual(await flowOf(other), await flowOf(agentId));
  assert.equal(JSON.parse(await readFile(file, 'utf8')).states.welcome.displayName, 'Say hello');
});
