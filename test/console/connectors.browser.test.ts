/** Connectors in the console: an operation from a pasted `curl` or a form, run now, its answer as a tree of variables. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expectStatus } from '../harness.ts';
import { type Listener, listenHttp } from '../net/servers.ts';
import { until } from '../until.ts';
import { itInEveryWay } from './barriers.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

let running: ConsoleInBrowser;
let tab: Tab;
let shop: Listener;
/** What came in the header of the credential. */
const keys: unknown[] = [];
before(async () => {
  running = await startConsole();
  tab = await running.newTab();
  shop = await listenHttp((request, response) => {
    keys.push(request.headers['x-shop-key']);
    response.end(JSON.stringify({ path: request.url, lines: [{ name: 'Boots' }] }));
  });
  const spare = { connectorId: 'spare', baseUrl: shop.url, operations: { ping: { method: 'GET', path: '/' } } };
  expectStatus(await running.service.call('POST', '/connectors', spare), 201);
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
    await page.getByRole('radiogroup', { name: 'Add an operation' }).getByText('Paste a curl').click();
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

  it('makes an operation of a form, of a connector that is there or of a new one', async () => {
    const { page } = tab;
    await page.getByRole('radiogroup', { name: 'Add an operation' }).getByText('Fill it in').click();
    await page.getByLabel('Address').fill('orders');
    await page.getByText('There is no address in it').waitFor();
    await page.getByLabel('Address').fill(`${shop.url}/orders/{order}/notes?lang={lang}`);
    await page.getByRole('button', { name: 'Add a header' }).click();
    await page.getByLabel('Header 1', { exact: true }).fill('X-Trace');
    await page.getByLabel('Value of header 1').fill('{trace}');
    await page.getByRole('button', { name: 'Add a body' }).click();
    await page.getByLabel('Body', { exact: true }).fill('{ "note": "{note}" }');
    await page.getByLabel('Connector', { exact: true }).fill('shop');
    await page.getByLabel('Operation', { exact: true }).fill('note');
    await page.getByRole('button', { name: 'Save the operation' }).click();
    await page.getByRole('form', { name: 'Operation note' }).waitFor();
    const { body } = await running.service.call('GET', '/connectors/shop');
    assert.deepEqual(body.operations.note, {
      method: 'POST',
      path: '/orders/{order}/notes',
      query: { lang: '{lang}' },
      headers: { 'X-Trace': '{trace}' },
      body: { note: '{note}' },
    });
  });

  it('keeps a credential that operations are run with, and deletes it and the connector after a question', async () => {
    const { page } = tab;
    const list = page.getByRole('region', { name: 'Credentials of shop' });
    await list.getByRole('button', { name: 'Add a credential' }).click();
    await list.getByLabel('Kind').selectOption('apiKey');
    await list.getByLabel('Name of the credential').fill('ours');
    await list.getByLabel('Called').fill('x-shop-key');
    await list.getByLabel(/^Key/).fill('s3cret-key');
    await list.getByRole('button', { name: 'Save the credential' }).click();
    await list.getByText('ours: an API key').waitFor();
    const operation = page.getByRole('form', { name: 'Operation find' });
    await operation.getByLabel('Credential').selectOption('ours');
    await operation.getByRole('button', { name: 'Run now' }).click();
    await until(() => keys.includes('s3cret-key'), 'a call with the key');

    const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await list.getByRole('button', { name: 'Delete', exact: true }).click();
    await confirm();
    await list.getByText('None:').waitFor();
    await page.getByRole('button', { name: 'Delete the connector spare' }).click();
    await confirm();
    await until(async () => (await running.service.call('GET', '/connectors/spare')).status === 404, 'it is gone');
    assert.deepEqual(tab.faults, []);
  });

  it('shows those of another account where there are several', async () => {
    const { page } = tab;
    expectStatus(await running.service.call('POST', '/accounts', { name: 'Second' }), 201);
    await page.reload();
    await page.getByLabel('Account', { exact: true }).selectOption('Second');
    await until(async () => (await page.getByRole('form', { name: 'Operation find' }).count()) === 0, 'none of ours');
    await page.getByLabel('Account', { exact: true }).selectOption('default');
    await page.getByRole('form', { name: 'Operation find' }).waitFor();
  });
});

describe('the page of connectors, with an operation', () => {
  itInEveryWay(async (look) => {
    await tab.open('/connectors');
    await tab.page.getByRole('form', { name: 'Operation find' }).waitFor();
    await tab.page.getByRole('button', { name: 'Add a credential' }).click();
    await look(tab, 'the page');
  });
});
