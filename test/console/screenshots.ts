/**
 * `npm run screenshots`: captures every page of the console, of a service with content, into `docs/images`. The
 * service, its database and its emulator are the real ones; the phone numbers are reserved for fiction.
 */
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { until } from '../until.ts';
import { DESKTOP, MOBILE, startConsole } from './browser.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'docs', 'images');
const PHONES = ['+12025550123', '+12025550134', '+12025550147', '+12025550158'];
/** Charts are updated every ten seconds. */
const CHARTS_MS = 12_000;

await mkdir(FOLDER, { recursive: true });
await using running = await startConsole();
const { service } = running;
const call = async (method: string, path: string, body?: unknown) => (await service.call(method, path, body)).body;

/** A webhook that refuses users' messages and accepts the rest. */
const hook = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const isRefused =
    request.headers['x-service-eventclass'] === 'UserMessage' && /12345/.test(String(Buffer.concat(chunks)));
  response.writeHead(isRefused ? 422 : 200).end(isRefused ? 'no such order' : 'thank you');
});
await new Promise<void>((resolve) => hook.unref().listen(0, '127.0.0.1', resolve));
const webhook = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/events`;

const tab = await running.newTab({ viewport: DESKTOP, colorScheme: 'light' });
const { page } = tab;
const shoot = async (name: string, of = tab) => {
  await until(() => of.page.evaluate('!document.querySelector("[aria-busy=true]")'), `${name} to be loaded`);
  // Edges and tooltips settle.
  await of.page.waitForTimeout(600);
  await of.page.screenshot({ path: join(FOLDER, `${name}.png`) });
  process.stdout.write(`docs/images/${name}.png\n`);
};

await tab.open('/');
await shoot('log-in');
await tab.logIn();
await page.getByText('Your first message, in four clicks').waitFor();
await shoot('first-flow');

/** Each click brings the label of the next. The sample comes with its pictures, and its API call goes to our emulator. */
for (const step of ['Create a brand', 'Create an agent', 'Load the sample flow']) {
  await page.getByRole('button', { name: step }).click();
}
await page.getByRole('button', { name: 'Send the first message' }).waitFor();
const { agentId, brandId } = (await call('GET', '/agents')).agents[0];
await call('PATCH', `/agents/${agentId}`, { config: { eventForwardUrl: webhook } });
await call('POST', '/agents', { name: 'Corner Shop codes', brandId, useCase: 'OTP' });
await call('POST', '/credentials', { name: 'shop backend' });
await call('POST', '/signing-tokens', {});
await call('POST', '/signing-tokens', {});
const user = (phoneNumber: string, action: object) =>
  call('POST', `/emulator/handsets/${phoneNumber}/messages`, { agentId, ...action });
const heard = (phoneNumber: string, count: number) =>
  until(
    async () => (await call('GET', `/emulator/handsets/${phoneNumber}`)).transcript.length >= count,
    `${count} messages on ${phoneNumber}`,
  );
for (const [index, phoneNumber] of PHONES.entries()) {
  await call('POST', `/agents/${agentId}/devices`, { phoneNumber });
  await call('PUT', `/emulator/handsets/${phoneNumber}`, { readDelayMs: 100, ...(index === 3 && { rcs: false }) });
  await call('POST', `/agents/${agentId}/states/welcome/send/${phoneNumber}`, {
    params: { name: ['Ada', 'Grace', 'Edsger', 'Barbara'][index] },
  });
  if (index === 3) continue;
  await heard(phoneNumber, 1);
  await user(phoneNumber, { suggestion: { text: 'Track my order', postbackData: 'ask-order' } });
  await heard(phoneNumber, 3);
  await user(phoneNumber, { text: index === 0 ? '12345' : '54' });
  await heard(phoneNumber, 5);
}
await user(PHONES[1]!, { suggestion: { text: 'What is new?', postbackData: 'news' } });
await heard(PHONES[1]!, 7);
await until(
  async () => (await call('GET', `/agents/${agentId}/events?status=FAILED`)).events.length > 0,
  'a failed event',
);
await page.waitForTimeout(CHARTS_MS);

const agent = `/agents/${agentId}`;
const open = async (path: string) => {
  await tab.open(path);
};
await open('/');
await shoot('start');
await open('/brands');
await shoot('brands');
for (const name of ['developer', 'connectors', 'people', 'audit-log']) {
  await open(`/${name}`);
  await shoot(name);
}
await open(agent);
await shoot('agent');
await open(`${agent}/settings`);
await shoot('agent-settings');
await open(`${agent}/flow`);
await page.getByRole('group', { name: /^State welcome/ }).waitFor();
await shoot('flow');
await open(`${agent}/flow/order-found`);
await page.getByRole('group', { name: /^State welcome/ }).waitFor();
await shoot('state');
await open(`${agent}/flow`);
await page.getByRole('link', { name: 'Play', exact: true }).click();
await page.getByRole('button', { name: 'Play', exact: true }).click();
await page.getByRole('button', { name: 'Track my order' }).click();
await page.getByText('What is your order number?').last().waitFor();
await shoot('play');
await open(`${agent}/phone/${PHONES[0]}`);
await page.getByRole('heading', { name: 'Order 12345' }).waitFor();
await shoot('phone');
await open(`${agent}/phone/${PHONES[1]}`);
await page.getByRole('heading', { name: 'Rye bread' }).waitFor();
await shoot('phone-carousel');
await open(`${agent}/conversations`);
await shoot('conversations');
await open(`${agent}/conversations/${PHONES[0]}`);
await page.getByRole('button', { name: 'Show the steps' }).first().click();
await shoot('conversation');
await open(`${agent}/events`);
await shoot('events');
await open(`${agent}/endpoints`);
await shoot('endpoints');
await open(`${agent}/failures`);
await page.locator('main li button[aria-expanded=false]').first().click();
await shoot('failures');

const dark = await running.newTab({ viewport: DESKTOP, colorScheme: 'dark' });
await dark.open('/');
await dark.logIn();
await dark.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
await shoot('start-dark', dark);
await dark.open(`${agent}/flow/order-found`);
await dark.page.getByRole('group', { name: /^State welcome/ }).waitFor();
await shoot('state-dark', dark);

const mobile = await running.newTab({ viewport: MOBILE, colorScheme: 'light' });
await mobile.open('/');
await mobile.logIn();
await mobile.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
await shoot('start-mobile', mobile);
await mobile.open(`${agent}/phone/${PHONES[0]}`);
await mobile.page.getByRole('heading', { name: 'Order 12345' }).waitFor();
await shoot('phone-mobile', mobile);
