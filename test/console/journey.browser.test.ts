/** A person's journey through the console, in a real browser: from the log-in to a failing webhook that gets fixed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expectStatus, startWebhookSink, type WebhookSink } from '../harness.ts';
import { until } from '../until.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

const PHONE_NUMBER = '+15550100001';

let running: ConsoleInBrowser;
let tab: Tab;
let sink: WebhookSink;
let agentId = '';
/** The webhook's response; a person fixes it halfway. */
let answer = 400;
before(async () => {
  running = await startConsole();
  sink = await startWebhookSink(() => answer);
  tab = await running.newTab();
  await tab.open('/');
  await tab.logIn();
  await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
});
after(async () => {
  await running[Symbol.asyncDispose]();
  await sink[Symbol.asyncDispose]();
  assert.deepEqual(tab.faults, []);
});

describe('a person in the console', () => {
  it('creates a brand', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Brands & agents' }).click();
    await page.getByLabel('New brand').fill('Corner Shop');
    await page.getByRole('button', { name: 'Create the brand' }).click();
    await page.getByRole('heading', { name: 'Corner Shop' }).waitFor();
  });

  it('creates credentials whose secret works, and is shown once', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Developer' }).click();
    await page.getByLabel('Name').fill('backend');
    await page.getByRole('button', { name: 'Create credentials' }).click();
    const command = await page.getByText(/^curl -u/).textContent();
    const [, clientId, clientSecret] = /^curl -u '([^:]+):([^']+)' .*\/oauth2\/token$/.exec(command!)!;
    const granted = await fetch(`${running.service.url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    assert.equal(granted.status, 200);
    await page.reload();
    await page.getByRole('cell', { name: 'backend' }).waitFor();
    assert.equal(await page.getByText(clientSecret!).count(), 0);
  });

  it('creates an agent and loads the sample flow', async () => {
    const { page } = tab;
    await tab.open('/brands');
    await page.getByRole('button', { name: 'New agent' }).click();
    await page.getByLabel('Name').fill('Shop bot');
    await page.getByRole('button', { name: 'Create the agent' }).click();
    await page.getByRole('button', { name: 'Start with a sample flow' }).click();
    await page.getByRole('group', { name: /^State check-order/ }).waitFor();
    agentId = /agents\/([^/]+)/.exec(page.url())![1]!;
  });

  it('previews a state with other values, and sees its faults while typing', async () => {
    const { page } = tab;
    await tab.open(`/agents/${agentId}/flow/order-found`);
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Order order', { exact: true }).waitFor();
    await preview.getByRole('button', { name: 'Use other values' }).click();
    await preview.getByLabel('Values for the preview').fill('{ "input": { "order": "12345" } }');
    await preview.getByText('Order 12345', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Message' }).click();
    await page.getByRole('radiogroup', { name: 'View of the message' }).getByText('JSON').click();
    const editor = page.getByLabel(/^The content message as JSON/);
    await editor.fill('{ "text": "Order {{ input.order" }');
    await page
      .getByRole('alert')
      .getByRole('button', { name: /^Text: .*not valid Liquid/ })
      .click();
    assert.equal(await page.evaluate('getSelection().toString()'), '"Order {{ input.order"');
    await editor.fill('{ "text": "It is {{ input.order }}" }');
    await preview.getByText('It is 12345', { exact: true }).waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    page.once('dialog', (dialog) => void dialog.accept());
  });

  it('adds a phone, sends a state to it, and sees it there', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Phone', exact: true }).click();
    await page.getByLabel('Add a test device').fill(PHONE_NUMBER);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Send a state' }).waitFor();
    // The handset has one of this name too, without a label.
    await page.getByRole('button', { name: 'Send', exact: true }).filter({ hasText: 'Send' }).click();
    await page.getByRole('log').getByText('Hello there, this is the corner shop.').waitFor();
  });

  it('taps a chip, answers, and sees which branch was taken and why', async () => {
    const { page } = tab;
    await page.getByRole('button', { name: 'Track my order' }).click();
    await page.getByText('What is your order number?').waitFor();
    await page.getByLabel('Write as the user').fill('12345');
    await page.getByLabel('Write as the user').press('Enter');
    await page.getByRole('heading', { name: 'Order 12345' }).waitFor();
    await page.getByRole('button', { name: 'why?' }).last().click();
    await page
      .getByText(
        /ask-order was waiting for an answer and got one, so it entered check-order; “.*” was true, so it moved on to order-found/,
      )
      .waitFor();
    await page.getByText('taken', { exact: true }).first().waitFor();
    const chip = page.getByRole('article', { name: 'Turn 2' });
    await chip.getByText('The user tapped a chip that names the state, so it entered ask-order.').waitFor();
  });

  it('sets a webhook, tests it, and sees that it refuses', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Webhook', { exact: true }).fill(sink.url);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The agent was saved.').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText('The webhook refused it').waitFor();
  });

  it('finds refused events in the failure queue, fixes the webhook, and sends them again', async () => {
    const { page } = tab;
    await page.goto(`${running.service.url}/console/agents/${agentId}/phone/${PHONE_NUMBER}`);
    await page.getByLabel('Write as the user').fill('START');
    await page.getByLabel('Write as the user').press('Enter');
    await until(() => sink.received.some(({ body }) => body.text === 'START'), 'the event at the webhook');
    await page.getByRole('link', { name: 'Failures' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'UserMessage' }).first();
    await row.getByRole('button').first().click();
    await row.getByText('The endpoint answered 400.').waitFor();
    await row.getByRole('button', { name: 'Attempt 1: what was sent' }).click();
    await row.getByText('X-Service-Eventclass: UserMessage').waitFor();
    await page.getByRole('list', { name: 'Reasons' }).getByRole('link', { name: '400' }).click();
    await page.getByRole('heading', { name: 'Failed with 400' }).waitFor();
    await page.getByRole('button', { name: 'Send again: 400' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/The webhook did not take event .* it answered 400/).waitFor();
    answer = 200;
    const before = sink.received.length;
    await page.getByRole('button', { name: 'Send all again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/events were sent\. Those that fail again/).waitFor();
    await page.getByText('Nothing has failed').waitFor();
    assert.ok(sink.received.length > before);
    const { events } = expectStatus(await running.service.call('GET', `/agents/${agentId}/events?status=FAILED`), 200);
    assert.deepEqual(events, []);
  });

  it('sees a template’s fault in place, and the graph follow what is saved', async () => {
    const { page } = tab;
    await tab.open(`/agents/${agentId}/flow/hours`);
    await page.getByRole('tab', { name: 'JSON' }).click();
    const editor = page.getByRole('textbox', { name: 'The whole state as JSON' });
    await editor.fill(
      JSON.stringify({ template: { contentMessage: { text: 'Open {% if params.day %}today' } } }, null, 2),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/line 1, column/)
      .first()
      .waitFor();
    await page.locator('.cm-lintRange-error').first().waitFor();
    await editor.fill(
      JSON.stringify({ template: { contentMessage: { text: 'Open' } }, input: { nextState: 'nowhere' } }, null, 2),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The input leads to “nowhere”, which does not exist.').waitFor();
    await page.getByText('does not exist', { exact: true }).waitFor();
  });

  it('rotates the signing token, and checks a signature', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Developer' }).click();
    await page.getByRole('button', { name: 'Issue a token' }).click();
    await page.getByRole('cell', { name: 'current', exact: true }).waitFor();
    const token = await page.getByRole('alert').locator('code').textContent();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    // The absence of a token is cached for half a second.
    const tested = await until(async () => {
      const answer = expectStatus(await running.service.call('POST', `/agents/${agentId}/events/test`), 200);
      return 'X-Service-Signature' in answer.requestHeaders && answer;
    }, 'a signed event');
    await page.getByLabel('Body, exactly as received').fill(tested.requestBody);
    await page.getByLabel('X-Service-Signature').fill(tested.requestHeaders['X-Service-Signature']);
    await page.getByRole('textbox', { name: 'Signing token' }).fill(token!);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('It matches', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Issue a token' }).click();
    await page.getByRole('cell', { name: 'next', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Promote' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Promote' }).click();
    await page.getByRole('cell', { name: 'previous', exact: true }).waitFor();
  });

  it('launches the agent, after a confirmation', async () => {
    const { page } = tab;
    await tab.open(`/agents/${agentId}/settings`);
    await page.getByRole('button', { name: 'Launch the agent' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Launch', exact: true }).click();
    await page.getByText('The agent may message any number.').waitFor();
  });
});
