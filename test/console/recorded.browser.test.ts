/** Conversations in the console, how they are read, and what is made of them: a test, the counts of a flow, a replay. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NO_COUNTS } from '../../src/model/replay.ts';
import { createAgent, createStates, expectStatus, newPhoneNumber, OPERATOR_KEY } from '../harness.ts';
import { until } from '../until.ts';
import { barriers, itInEveryWay } from './barriers.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

const says = (text: string) => ({ template: { contentMessage: { text } } });

let running: ConsoleInBrowser;
let agentId: string;
let tab: Tab;
const phoneNumber = newPhoneNumber();

before(async () => {
  running = await startConsole();
  const { service } = running;
  agentId = await createAgent(service);
  await createStates(service, agentId, { ask: { ...says('Who?'), input: { nextState: 'greet' } }, greet: says('Hi') });
  expectStatus(await service.call('POST', `/agents/${agentId}/states/ask/send/${phoneNumber}`, {}), 200);
  const turns = async (count: number) =>
    until(async () => {
      const { body } = await service.call('GET', `/agents/${agentId}/conversations/${phoneNumber}`);
      return body.turnCount === count;
    }, `${count} turns`);
  await turns(1);
  const message = { agentId, text: 'Ada' };
  expectStatus(await service.call('POST', `/emulator/handsets/${phoneNumber}/messages`, message), 200);
  await turns(2);
  tab = await running.newTab();
  await tab.context.request.post(`${service.url}/session`, { data: { operatorKey: OPERATOR_KEY } });
  await tab.open(`/agents/${agentId}/conversations/${phoneNumber}`);
});
after(async () => {
  await tab?.[Symbol.asyncDispose]();
  await running?.[Symbol.asyncDispose]();
});

describe('a test of a conversation', () => {
  itInEveryWay(async (look) => {
    const { page } = tab;
    await page.getByRole('button', { name: 'Make a test of this' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A test of this conversation' });
    await dialog.getByText('the user writes “Ada”').waitFor();
    await dialog.getByLabel('What the flow does').fill('It greets whoever says a name');
    await dialog.getByLabel('Test id').fill('greets');
    await look(tab, 'the test');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Make a test of this' }).click();
    await dialog.getByLabel('What the flow does').fill('It greets whoever says a name');
    await dialog.getByLabel('Test id').fill('greets');
    await dialog.getByRole('button', { name: 'Keep with the agent' }).press('Enter');
    await page.getByRole('button', { name: 'Run against the draft' }).click();
    await page.getByText('1 passed, 0 failed, 2 steps').waitFor();
  });
});

describe('the counts of a flow', () => {
  itInEveryWay(async (look) => {
    const { page } = tab;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Counts' }).click();
    await page.getByText('2 turns of 1 conversation, counted just now.').waitFor();
    await page.getByText('1 (100 %)', { exact: true }).first().waitFor();
    await page.locator('[data-id="ask"]').getByText('1 entered').waitFor();
    await page.getByText('from outside to ask by send: 1').waitFor();
    await look(tab, 'the counts');
  });
});

describe('a replay', () => {
  itInEveryWay(async (look) => {
    const { page } = tab;
    const { service } = running;
    expectStatus(await service.call('PUT', `/agents/${agentId}/states/greet`, says('Good day')), 200);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'Begin' }).press('Enter');
    await page.getByRole('heading', { name: 'Another message in 1 session' }).waitFor();
    const example = page.getByRole('article', { name: `${phoneNumber}, turn 2` });
    await example.getByText('Hi', { exact: true }).waitFor();
    await example.getByText('Good day').waitFor();
    await look(tab, 'the report');
    await example.getByRole('link', { name: `${phoneNumber}, turn 2` }).click();
    await page.getByRole('article', { name: 'Turn 2' }).getByRole('button', { name: 'Hide the steps' }).waitFor();
  });

  it('is cancelled while it is under way', async () => {
    const { page } = tab;
    const { sql } = running.service.app.context;
    const request = sql.json({ since: '2026-01-02T03:04:05Z', limit: 1000 });
    const progress = sql.json({ ...NO_COUNTS, conversations: 300, sessions: 250, same: 250 });
    // Another process works on it.
    await sql`
      insert into job (job_id, agent_id, kind, status, request, progress, flow, owner, lease_until)
      values ('replay_long', ${agentId}, 'replay', 'running', ${request}, ${progress}, '{}', 'other', now() + interval '1 day')`;
    await tab.open(`/agents/${agentId}/replay/replay_long`);
    await page.getByText('250 of at most 1,000 sessions.').waitFor();
    await page.getByRole('button', { name: 'Cancel the replay' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the replay' }).click();
    await page.getByText('The replay was cancelled.').waitFor();
    const left = await running.service.call('GET', `/agents/${agentId}/replays/replay_long`);
    assert.equal(left.body.code, 'replay_not_found');
  });
});

it('a conversation shows its newest turn, older ones above it, and asks for each turn once', async () => {
  const { page } = tab;
  const { service } = running;
  const busy = newPhoneNumber();
  const send = async () =>
    expectStatus(await service.call('POST', `/agents/${agentId}/states/greet/send/${busy}`, {}), 200);
  for (let turn = 1; turn <= 25; turn++) await send();
  await until(async () => {
    const { body } = await service.call('GET', `/agents/${agentId}/conversations/${busy}`);
    return body.turnCount === 25;
  }, '25 turns');
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.endsWith(`/conversations/${encodeURIComponent(busy)}`)) return;
    if (!pathname.startsWith('/console')) asked.push(searchParams.get('limit'));
  });
  await tab.open(`/agents/${agentId}/conversations/${busy}`);
  const turns = page.getByRole('log', { name: 'Turns' });
  const turn = (number: number) => turns.getByRole('article', { name: `Turn ${number}`, exact: true });
  const isInSight = async (number: number) => {
    const [card, list] = [await turn(number).boundingBox(), await turns.boundingBox()];
    return card !== null && list !== null && card.y + card.height > list.y && card.y < list.y + list.height;
  };
  await until(() => isInSight(25), 'the newest in sight');
  assert.equal(await turn(1).count(), 0);
  await turns.focus();
  await page.keyboard.press('Home');
  await turn(1).waitFor();
  await until(() => isInSight(6), 'the one that was read still in sight');
  await page.keyboard.press('End');
  await until(() => isInSight(25), 'the end in sight');
  await send();
  await until(async () => (await turn(26).count()) === 1 && isInSight(26), 'the new turn in sight');
  assert.equal(await turns.getByRole('article').count(), 26);
  assert.deepEqual(
    asked.filter((limit) => limit !== '1'),
    [null, null],
    'the first page and the one above it',
  );
});

it('the list of events rests while a row is open or it is paused, and says how many are new', async () => {
  const { page } = tab;
  const { service } = running;
  const events = page.getByRole('list', { name: 'Events' });
  const news = page.getByRole('button', { name: /^\d+ new$/ });
  const send = async () => {
    const late = newPhoneNumber();
    expectStatus(await service.call('POST', `/agents/${agentId}/states/greet/send/${late}`, {}), 200);
    return events.getByText(late, { exact: true });
  };
  const streams: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/events/stream'))
      streams.push(`${response.status()} ${new URL(response.url()).search}`);
  });
  await tab.open(`/agents/${agentId}/events`);
  await events.getByRole('button', { expanded: false }).first().click();
  await page.getByText('At rest while you read.').waitFor();
  const whileOpen = await send();
  await news.waitFor();
  assert.equal(await whileOpen.count(), 0);
  await news.click();
  await whileOpen.first().waitFor();
  await page.getByText('New events appear as they come.').waitFor();
  assert.equal(await events.getByRole('button', { expanded: true }).count(), 0);
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  const whilePaused = await send();
  await news.waitFor();
  assert.equal(await whilePaused.count(), 0);
  assert.deepEqual(await barriers(page), []);
  await page.getByRole('button', { name: 'Go on' }).press('Enter');
  await whilePaused.first().waitFor();
  assert.deepEqual(streams, ['200 ?signalOnly=true']);
});

describe('the conversations beside the one that is open', () => {
  itInEveryWay(async (look) => {
    await tab.open(`/agents/${agentId}/conversations/${phoneNumber}`);
    await tab.page.getByRole('log', { name: 'Turns' }).getByRole('article').last().waitFor();
    await look(tab, 'the conversation');
  });

  it('are left with the escape key, found by how they begin, and gone through with the arrow keys', async () => {
    const { page } = tab;
    const list = page.getByRole('navigation', { name: 'Conversations' });
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Conversations' }).waitFor();
    await list.getByRole('link').first().focus();
    await page.keyboard.press('ArrowDown');
    const next = list.getByRole('link').nth(1);
    const number = /^\+\d+/.exec(await next.innerText())![0];
    assert.equal(await page.evaluate('document.activeElement.innerText'), await next.innerText());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: number }).waitFor();
    await page.getByLabel('Phone number begins with').fill('+999');
    await page.getByText('No conversation is like this.').waitFor();
    await page.getByLabel('Phone number begins with').fill(number);
    await list.getByRole('link').waitFor();
    assert.equal(new URL(page.url()).search, `?begins=${number.slice(1)}`);
    await page.getByRole('combobox', { name: 'Only those that' }).click();
    await page.getByRole('option', { name: 'are unsubscribed' }).click();
    await page.getByText('No conversation is like this.').waitFor();
    assert.equal(new URL(page.url()).search, `?begins=${number.slice(1)}&standing=unsubscribed`);
  });
});
