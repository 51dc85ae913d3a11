/** Text written by others is shown as text everywhere: it never becomes markup, and never runs. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { expectStatus } from '../harness.ts';
import { until } from '../until.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

const PHONE_NUMBER = '+15550100009';

/** Each is short enough for a name. */
const PAYLOADS = [
  '<img src=x onerror="window.pwned=1">',
  '<script>window.pwned=1</script>',
  '"><svg onload="window.pwned=1">',
  'javascript:window.pwned=1',
  '{{constructor.constructor("window.pwned=1")()}}',
];
const [image, script, svg, address, template] = PAYLOADS as [string, string, string, string, string];

let running: ConsoleInBrowser;
let tab: Tab;
let agentId: string;
const dialogs: string[] = [];

before(async () => {
  running = await startConsole();
  const { service } = running;
  const hook = createServer((_request, response) => response.writeHead(400).end(`${image}${script}`));
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const webhook = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  hook.unref();
  const { brandId } = expectStatus(await service.call('POST', '/brands', { name: image }), 201);
  const agent = {
    name: svg,
    brandId,
    useCase: 'TRANSACTIONAL',
    config: { eventForwardUrl: webhook, defaultState: 'echo', keywords: [{ keyword: image, stateId: 'card' }] },
  };
  ({ agentId } = expectStatus(await service.call('POST', '/agents', agent), 201));
  expectStatus(await service.call('POST', '/credentials', { name: script }), 201);
  const card = {
    standaloneCard: {
      cardContent: {
        title: image,
        description: script,
        media: {
          height: 'SHORT',
          contentInfo: { fileUrl: 'https://example.com/%3Cimg%20src=x%20onerror=alert(1)%3E.png' },
        },
        suggestions: [
          {
            action: {
              text: 'Go',
              postbackData: image,
              openUrlAction: { url: 'https://example.com/?q=%22%3E%3Cscript%3E' },
            },
          },
        ],
      },
    },
  };
  const ask = {
    connectorId: 'http',
    authenticationId: 'none',
    operation: 'request',
    contextKey: 'answer',
    data: { method: 'GET', url: webhook },
  };
  const states = {
    card: {
      template: {
        contentMessage: { richCard: card, suggestions: [{ reply: { text: '<b>bold</b>', postbackData: svg } }] },
      },
    },
    echo: {
      operations: [ask],
      transitions: [{ condition: `{% if message.text == '${address}' %}true{% endif %}<i>`, nextState: 'card' }],
      template: { contentMessage: { text: `{{ message.text }} ${image}` } },
    },
  };
  for (const [stateId, body] of Object.entries(states)) {
    expectStatus(await service.call('POST', `/agents/${agentId}/states/${stateId}`, body), 201);
  }
  expectStatus(await service.call('POST', `/agents/${agentId}/devices`, { phoneNumber: PHONE_NUMBER }), 201);
  expectStatus(await service.call('POST', `/agents/${agentId}/states/card/send/${PHONE_NUMBER}`, {}), 200);
  const user = `/emulator/handsets/${PHONE_NUMBER}/messages`;
  for (const text of PAYLOADS) expectStatus(await service.call('POST', user, { agentId, text }), 200);
  const file = { mimeType: 'image/png', fileSizeBytes: 1, fileName: image, fileUri: `https://example.com/${svg}` };
  expectStatus(await service.call('POST', user, { agentId, file }), 200);
  expectStatus(await service.call('POST', user, { agentId, suggestion: { text: image, postbackData: script } }), 200);
  await until(async () => {
    const { body } = await service.call('GET', `/agents/${agentId}/events?status=FAILED&limit=100`);
    return body.events.length >= 10;
  }, 'events in the failure queue');
  tab = await running.newTab();
  tab.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await tab.open('/');
  await tab.logIn();
  await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
});
after(() => running[Symbol.asyncDispose]());

async function assertHarmless(path: string): Promise<void> {
  const made = await tab.page.evaluate(
    'JSON.stringify({ ran: window.pwned === 1, made: document.querySelectorAll(\'img[src=x], [onerror], [onload], #root script, #console script, a[href^="javascript:"]\').length })',
  );
  assert.deepEqual(JSON.parse(made as string), { ran: false, made: 0 }, path);
}

test('hostile names, messages, files, addresses and responses are text on every page', async () => {
  const { page } = tab;
  const agent = `/agents/${agentId}`;
  const pages = [
    '/',
    '/brands',
    '/developer',
    agent,
    `${agent}/settings`,
    `${agent}/flow`,
    `${agent}/flow/card`,
    `${agent}/flow/echo`,
    `${agent}/phone/${PHONE_NUMBER}`,
    `${agent}/conversations`,
    `${agent}/conversations/${PHONE_NUMBER}`,
    `${agent}/events`,
    `${agent}/failures`,
  ];
  for (const path of pages) {
    await tab.open(path);
    await until(() => page.evaluate('!document.querySelector("[aria-busy=true]")'), `${path} to be loaded`);
    // Opens everything collapsed, so that all content is there.
    const folded = page.locator('main li button[aria-expanded=false], main article button[aria-expanded=false]');
    for (let left = Math.min(await folded.count(), 10); left > 0; left -= 1) await folded.first().click();
    await assertHarmless(path);
  }
  await tab.open('/brands');
  await page.getByText(image).first().waitFor();
  await tab.open(`${agent}/phone/${PHONE_NUMBER}`);
  await page.getByRole('log').getByText(template).first().waitFor();
});

test('the text of a problem is text', async () => {
  const { page } = tab;
  await tab.open('/brands');
  await page.getByLabel('New brand').fill(image.repeat(4));
  await tab.open(`/agents/${encodeURIComponent(image)}`);
  await page.getByRole('alert').first().waitFor();
  await assertHarmless('an agent that does not exist');
});

test('no dialog was opened, and the policy was never broken', () => {
  assert.deepEqual(dialogs, []);
  assert.deepEqual(tab.faults, []);
});
