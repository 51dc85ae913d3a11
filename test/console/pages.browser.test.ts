/** What holds for every page, in both colour schemes, on a desktop and on a phone. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { createAgent, createStates, expectStatus, OPERATOR_KEY } from '../harness.ts';
import { until } from '../until.ts';
import { barriers, itInEveryWay } from './barriers.ts';
import { type ConsoleInBrowser, MOBILE, startConsole } from './browser.ts';

const PHONE_NUMBER = '+15550100002';

let running: ConsoleInBrowser;
/** Every address in `routes.tsx`, with an agent that has content. */
let paths: string[];
before(async () => {
  running = await startConsole();
  const { service } = running;
  const agentId = await createAgent(service);
  await createStates(service, agentId, { welcome: { template: { contentMessage: { text: 'Hello' } } } });
  expectStatus(await service.call('POST', `/agents/${agentId}/devices`, { phoneNumber: PHONE_NUMBER }), 201);
  expectStatus(await service.call('POST', `/agents/${agentId}/states/welcome/send/${PHONE_NUMBER}`, {}), 200);
  const person = { name: 'Ana Pérez', email: 'ana@acme.example', role: 'author' };
  expectStatus(await service.call('POST', '/people', person), 201);
  const names: Record<string, string> = { agentId, stateId: 'welcome', phoneNumber: PHONE_NUMBER };
  const table = await readFile(new URL('../../console/src/routes.tsx', import.meta.url), 'utf8');
  paths = [...table.matchAll(/path: '([^']+)'/g)].map(([, path]) =>
    path!.replace(/\{-\$(\w+)\}|\$(\w+)/g, (_whole, optional, required) =>
      optional === undefined ? names[required]! : (names[optional] ?? ''),
    ),
  );
  assert.ok(paths.length >= 12);
});
after(() => running?.[Symbol.asyncDispose]());

describe('every page that is no part of the console', () => {
  itInEveryWay(async (look) => {
    await using tab = await running.newTab();
    const guides = ['/docs/guides', '/docs/guides/connectors'];
    for (const path of ['/problems', '/problems/not_a_test_device', '/problems/message_not_revocable', ...guides]) {
      await tab.page.goto(running.service.url + path);
      await look(tab, path);
    }
  });
});

describe('every page of the console', () => {
  const elsewhere: string[] = [];
  itInEveryWay(async (look) => {
    await using tab = await running.newTab();
    tab.page.on('request', (request) => {
      if (!request.url().startsWith(running.service.url)) elsewhere.push(request.url());
    });
    await tab.open('/');
    await tab.logIn();
    await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    for (const path of paths) {
      await tab.open(path);
      await until(() => tab.page.evaluate('!document.querySelector("[aria-busy=true]")'), `${path} to be loaded`);
      await look(tab, path);
    }
  });

  it('is loaded from nowhere else', () => assert.deepEqual(elsewhere, []));
});

it('speaks Spanish to whoever chooses it, and goes on so', async () => {
  await using tab = await running.newTab({ viewport: MOBILE });
  const { page } = tab;
  await tab.open('/');
  await tab.logIn();
  await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  await page.getByRole('button', { name: 'Español' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'es');
});

it('in Spanish fits a phone and has no serious barrier', async () => {
  await using tab = await running.newTab({ viewport: MOBILE });
  const { page } = tab;
  await page.addInitScript("localStorage.setItem('parley.language', 'es')");
  await tab.open('/developer');
  await page.getByLabel('Clave del operador').fill(OPERATOR_KEY);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  // Leaving at once would abort the request.
  await page.getByRole('heading', { level: 1, name: 'Desarrollo' }).waitFor();
  const agent = paths.find((path) => /^\/agents\/[^/]+$/.test(path))!;
  for (const [path, title] of [
    ['/developer', 'Desarrollo'],
    [`${agent}/failures`, 'Fallos'],
    [`${agent}/phone/${PHONE_NUMBER}`, 'Teléfono'],
  ] as const) {
    await tab.open(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await until(() => page.evaluate('!document.querySelector("[aria-busy=true]")'), `${path} to be loaded`);
    assert.deepEqual([...(await barriers(page)), ...tab.faults], [], path);
  }
});

it('the data of a chart is in a table, hour by hour', async () => {
  await using tab = await running.newTab();
  await tab.open('/');
  await tab.logIn();
  const table = tab.page.getByRole('table', { name: 'Messages: the last 24 hours, by the hour' });
  await table.getByRole('columnheader', { name: 'received' }).waitFor();
  assert.equal(await table.getByRole('rowheader').count(), 24);
  assert.equal(await table.getByRole('cell').count(), 24 * 3);
  const chart = tab.page.locator('svg[preserveAspectRatio]').first();
  await chart.hover();
  await tab.page.getByText(/:00: 0 sent, 0 received, 0 failed$/).waitFor();
  await tab.page.getByText('7 days').click();
  await tab.page.getByRole('table', { name: 'Messages: the last 7 days, by three hours' }).waitFor();
  assert.match(tab.page.url(), /span=week/);
});

it('asks the service also when the browser has no network, for both may be on one machine', async () => {
  await using tab = await running.newTab();
  const { page } = tab;
  await tab.open('/');
  await tab.logIn();
  await page.getByRole('table', { name: 'Messages: the last 24 hours, by the hour' }).waitFor();
  await page.evaluate("dispatchEvent(new Event('offline'))");
  await page.getByRole('link', { name: 'Brands' }).click();
  await page.getByRole('heading', { level: 1, name: 'Brands' }).waitFor();
  await until(() => page.evaluate('!document.querySelector("[aria-busy=true]")'), 'the brands to be loaded');
});

it('shows who changed what, narrowed by the address, with what was there before', async () => {
  const { service } = running;
  const agentId = await createAgent(service, { launched: false });
  expectStatus(await service.call('PATCH', `/agents/${agentId}`, { name: 'Renamed bot' }), 200);
  await using tab = await running.newTab();
  const { page } = tab;
  await tab.open(`/audit-log?agentId=${agentId}`);
  await tab.logIn();
  await page.getByRole('button', { name: /updateAgent by operator/ }).click();
  assert.match(await page.getByRole('region', { name: 'Before' }).innerText(), /"name": "Acme bot"/);
  assert.match(await page.getByRole('region', { name: 'After' }).innerText(), /"name": "Renamed bot"/);
  assert.equal(await page.getByRole('button', { name: / by operator/ }).count(), 2);
  await page.getByRole('textbox', { name: 'By' }).fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No such changes' }).waitFor();
});
