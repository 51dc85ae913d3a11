/** The pages of failures and endpoints: why events failed, what one does about a group of them, and where they go. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findHeaders } from '../../src/store/endpoints.ts';
import { fillFailures } from '../api/failed-events.ts';
import { createAgent, expectStatus } from '../harness.ts';
import { until } from '../until.ts';
import { itInEveryWay } from './barriers.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

let running: ConsoleInBrowser;
let agentId: string;
before(async () => {
  running = await startConsole();
  agentId = await createAgent(running.service, { config: { eventForwardUrl: 'http://127.0.0.1:9/webhook' } });
  await fillFailures(running.service.app.context, agentId, [
    { group: '401 signature does not match anything we know', status: 401, count: 120 },
    { group: 'TLS certificate is not valid: expired', status: null, count: 3 },
  ]);
});
after(() => running?.[Symbol.asyncDispose]());

const path = () => `/agents/${agentId}/failures`;

describe('the failures page', () => {
  itInEveryWay(async (look) => {
    await using tab = await running.newTab();
    await tab.open(path());
    await tab.logIn();
    await tab.page.getByRole('list', { name: 'Reasons' }).waitFor();
    await look(tab, path());
  });

  it('shows the reasons first, and the events of one on a click', async () => {
    await using tab = await running.newTab();
    const { page } = tab;
    await tab.open(path());
    await tab.logIn();
    await page.getByText('The endpoint does not accept the signature.').waitFor();
    await page.getByRole('navigation', { name: 'Agent' }).getByText('123').waitFor();
    await page.getByRole('list', { name: 'Reasons' }).getByRole('link', { name: 'TLS certificate' }).click();
    await page.getByRole('heading', { name: 'Failed with TLS certificate is not valid: expired' }).waitFor();
    await page.getByText('All 3 are shown.').waitFor();
  });

  it('discards a group with a reason', async () => {
    await using tab = await running.newTab();
    const { page } = tab;
    await tab.open(path());
    await tab.logIn();
    await page.getByRole('button', { name: 'Discard: TLS certificate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard 3 events?' });
    await dialog.getByLabel('Why').fill('Test traffic');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('3 events were discarded.').waitFor();
    const found = expectStatus(await running.service.call('GET', `${path()}/summary`), 200);
    assert.equal(found.total, 120);
    const { events } = expectStatus(
      await running.service.call('GET', `/agents/${agentId}/events?status=DISCARDED`),
      200,
    );
    assert.equal(events[0].discarded.why, 'Test traffic');
  });

  it('discards what was chosen, and only that', async () => {
    await using tab = await running.newTab();
    const { page } = tab;
    await tab.open(path());
    await tab.logIn();
    const rows = page.getByRole('list', { name: 'Events' }).getByRole('checkbox');
    await rows.nth(0).check();
    await rows.nth(1).check();
    await page.getByText('2 events chosen').waitFor();
    await page.getByRole('button', { name: 'Discard the chosen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard 2 events?' });
    await dialog.getByLabel('Why').fill('Looked at');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('2 events were discarded.').waitFor();
    const found = expectStatus(await running.service.call('GET', `${path()}/summary`), 200);
    assert.equal(found.total, 118);
  });

  it('narrows all of it to a time, in the zone of the browser', async () => {
    await using tab = await running.newTab({ timezoneId: 'America/New_York' });
    const { page } = tab;
    await tab.open(path());
    await tab.logIn();
    await page.getByLabel('Failed from').fill('2099-01-01T09:30');
    await page.getByText('No event failed like this').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('since'), '2099-01-01T14:30:00.000Z');
    assert.equal(await page.getByLabel('Failed from').inputValue(), '2099-01-01T09:30');
    await page.getByRole('button', { name: 'Any time' }).click();
    await page.getByRole('list', { name: 'Reasons' }).getByRole('link', { name: '401' }).waitFor();
  });

  it('shows what the service itself gave up, to retry or delete', async () => {
    const { sql } = running.service.app.context;
    await sql`
      insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
      values (1, 1, ${agentId}, '+15550100001', '{"kind":"user-event"}', 5, 'it crashed'),
             (1, 2, 'another', '+15550100001', '{"kind":"user-event"}', 5, 'it crashed')`;
    await using tab = await running.newTab();
    const { page } = tab;
    await tab.open(path());
    await tab.logIn();
    const letters = page.getByRole('list', { name: 'Dead letters' });
    await letters.getByText('it crashed').waitFor();
    await letters.getByRole('button', { name: 'Delete: user-event for +15550100001' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await letters.waitFor({ state: 'detached' });
    const left = expectStatus(await running.service.call('GET', '/dead-letters'), 200);
    assert.deepEqual(
      left.deadLetters.map((letter: { agentId: string }) => letter.agentId),
      ['another'],
    );
  });
});

describe('the page of endpoints', () => {
  let tab: Tab;
  before(async () => {
    tab = await running.newTab();
    await tab.open(`/agents/${agentId}/endpoints`);
    await tab.logIn();
  });
  after(() => tab?.[Symbol.asyncDispose]());

  const one = (name: string) => tab.page.getByRole('region', { name });
  const stored = async () =>
    expectStatus(await running.service.call('GET', `/agents/${agentId}/endpoints`), 200).endpoints;

  const headersOf = (endpointId: string) => {
    const { sql, encryption } = running.service.app.context;
    return findHeaders(sql, encryption, endpointId);
  };

  it('adds one with a filter and a header, and says at its field what is wrong with it', async () => {
    const { page } = tab;
    await one('own webhook').getByText('http://127.0.0.1:9/webhook').waitFor();
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const form = one('Add an endpoint');
    await form.getByLabel('Address').fill('ftp://example.com/events');
    await form.getByLabel('Description').fill('The warehouse');
    await form.getByRole('group', { name: 'classes' }).getByLabel('UserEvent').check();
    await form.getByRole('group', { name: 'types' }).getByLabel('READ').check();
    await form.getByLabel('Requests a second').fill('5');
    await form.getByRole('button', { name: 'Add a header' }).click();
    await form.getByLabel('Header 1', { exact: true }).fill('Host');
    await form.getByLabel('Value of header 1').fill('of-a-test');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('belongs to the connection').waitFor();
    await form.getByLabel('Header 1', { exact: true }).fill('X-Key');
    await until(async () => (await form.getByLabel('Address').getAttribute('aria-invalid')) === 'true', 'its fault');
    await form.getByLabel('Address').fill('http://127.0.0.1:9/warehouse');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await one('The warehouse').getByText('Gets UserEvent; READ, at most 5 a second.').waitFor();
    await one('The warehouse').getByText('Sent with X-Key.').waitFor();
    const [{ url, classes, types, perSecond, endpointId }] = await stored();
    const sent = { url: 'http://127.0.0.1:9/warehouse', classes: ['UserEvent'], types: ['READ'], perSecond: 5 };
    assert.deepEqual({ url, classes, types, perSecond }, sent);
    assert.deepEqual(await headersOf(endpointId), { 'X-Key': 'of-a-test' });
  });

  describe('with one', () => {
    itInEveryWay((look) => look(tab, 'the page of endpoints'));
  });

  it('pauses, resumes, changes and deletes it after a question', async () => {
    const { page } = tab;
    await page.getByRole('button', { name: 'Pause The warehouse' }).click();
    await one('The warehouse').getByText('paused', { exact: true }).waitFor();
    assert.ok((await stored())[0].pausedAt);
    await page.getByRole('button', { name: 'Resume The warehouse' }).click();
    await page.getByRole('button', { name: 'Pause The warehouse' }).waitFor();
    await page.getByRole('button', { name: 'Change The warehouse' }).click();
    const form = one('The warehouse');
    await form.getByRole('group', { name: 'types' }).getByLabel('READ').uncheck();
    await form.getByLabel('Requests a second').fill('');
    assert.equal(await form.getByLabel('Value of header 1').inputValue(), '');
    await form.getByRole('button', { name: 'Add a header' }).click();
    await form.getByLabel('Header 2', { exact: true }).fill('Authorization');
    await form.getByLabel('Value of header 2').fill('Bearer of-a-test');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Gets UserEvent.').waitFor();
    const { endpointId } = (await stored())[0];
    assert.deepEqual(await headersOf(endpointId), { 'X-Key': 'of-a-test', Authorization: 'Bearer of-a-test' });
    await page.getByRole('button', { name: 'Change The warehouse' }).click();
    await form.getByLabel('Value of header 1').fill('another');
    await form.getByRole('button', { name: 'Remove Authorization' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Sent with X-Key.').waitFor();
    assert.deepEqual(await headersOf(endpointId), { 'X-Key': 'another' });
    assert.deepEqual(Object.keys((await stored())[0]).sort(), [
      ...['agentId', 'classes', 'createdAt', 'description', 'endpointId', 'headers', 'updatedAt', 'url'],
    ]);
    await form.getByRole('link', { name: '0', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Failures' }).waitFor();
    await page.getByRole('link', { name: 'http://127.0.0.1:9/warehouse' }).waitFor();
    assert.match(new URL(page.url()).search, /endpointId=endpoint_/);
    await page.goBack();
    await page.getByRole('button', { name: 'Delete The warehouse' }).click();
    await page.getByRole('dialog').getByText('The events themselves stay.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await until(async () => (await stored()).length === 0, 'it is gone');
    assert.deepEqual(tab.faults, []);
  });
});
