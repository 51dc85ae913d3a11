/** Connectors in the console: an operation from a pasted `curl`, run now, its answer as a tree of variables. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Listener, listenHttp } from '../net/servers.ts';
import { itInEveryWay } from './barriers.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

let running: ConsoleInBrowser;
let tab: Tab;
let shop: Listener;
before(async () => {
  running = await startConsole();
  tab = await running.newTab();
  shop = await listenHttp((request, response) => {
    response.end(JSON.stringify({ path: request.url, lines: [{ name: 'Boots' }] }));
  });
  await tab.open('/');
  await tab.logIn();
  await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
});
after(async () => {
  await tab?.[Symbol.asyncDispose]();
  await shop?.[Symbol.asyncDispose]();
  await running?.[Symbol.asyncDispose]();
});

describe('the page of connectors', () => {
  it('makes an operation of a curl, runs it, and copies the variable of a value', async () => {
    const { page } = tab;
    await tab.open('/connectors');
    await page.getByLabel('A curl command').fill(`curl ${shop.url}/orders/{order} -H 'Authorization: Bearer x'`);
    await page.getByText('Authorization: store it as a credential').waitFor();
    await page.getByLabel('Connector', { exact: true }).fill('shop');
    await page.getByLabel('Operation', { exact: true }).fill('find');
    await page.getByRole('button', { name: 'Save the operation' }).click();
    const operation = page.getByRole('form', { name: 'Operation find' });
    await operation.getByLabel('order', { exact: true }).fill('7');
    await operation.getByRole('button', { name: 'Run now' }).click();
    await operation.getByText('"/orders/7"').waitFor();
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await operation.getByRole('button', { name: /"Boots"/ }).click();
    await operation.getByText('copied {{ data.find.lines[0].name }}').waitFor();
    const { body } = await running.service.call('GET', '/connectors/shop');
    assert.deepEqual(body.operations, { find: { method: 'GET', path: '/orders/{order}' } });
  });
});

describe('the page of connectors, with an operation', () => {
  itInEveryWay(async (look) => {
    await tab.open('/connectors');
    await tab.page.getByRole('form', { name: 'Operation find' }).waitFor();
    await look(tab, 'the page');
  });
});
