/** The phone of the console, on a screen as narrow as a phone: all of it is in sight, and the newest message too. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createAgent, createStates, expectStatus, newPhoneNumber } from '../harness.ts';
import { until } from '../until.ts';
import { type ConsoleInBrowser, MOBILE, startConsole, type Tab } from './browser.ts';

const phoneNumber = newPhoneNumber();

let running: ConsoleInBrowser;
let tab: Tab;
before(async () => {
  running = await startConsole();
  const { service } = running;
  const agentId = await createAgent(service);
  const suggestions = Array.from({ length: 8 }, (_, index) => ({
    reply: { text: `Choice number ${index + 1}`, postbackData: 'ask' },
  }));
  await createStates(service, agentId, {
    ask: { template: { contentMessage: { text: 'What would you like? '.repeat(40), suggestions } } },
  });
  expectStatus(await service.call('POST', `/agents/${agentId}/devices`, { phoneNumber }), 201);
  expectStatus(await service.call('POST', `/agents/${agentId}/states/ask/send/${phoneNumber}`, {}), 200);
  tab = await running.newTab({ viewport: MOBILE });
  await tab.open('/');
  await tab.logIn();
  await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  await tab.open(`/agents/${agentId}/phone/${phoneNumber}`);
  await tab.page.getByText('What would you like?').first().waitFor();
});
after(async () => {
  await tab?.[Symbol.asyncDispose]();
  await running?.[Symbol.asyncDispose]();
});

it('fills the screen: its head and the line to write in are in sight, and the page does not scroll', async () => {
  const { page } = tab;
  const phone = (await page.getByRole('region', { name: `Phone ${phoneNumber}` }).boundingBox())!;
  assert.deepEqual([phone.x, phone.width], [0, MOBILE.width]);
  const composer = (await page.getByLabel('Write as the user').boundingBox())!;
  assert.ok(composer.y + composer.height <= MOBILE.height, `it ends at ${composer.y + composer.height}`);
  assert.equal(await page.evaluate('scrollY'), 0);
});

it('goes through the chips of a message with the keyboard', async () => {
  const { page } = tab;
  const last = page.getByRole('button', { name: 'Choice number 8' });
  const isInSight = async () => {
    const { x, width } = (await last.boundingBox())!;
    return x >= 0 && x + width <= MOBILE.width;
  };
  assert.equal(await isInSight(), false);
  await page.getByRole('button', { name: 'Choice number 7' }).focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.locator(':focus').textContent(), 'Choice number 8');
  await until(isInSight, 'the focused chip in sight');
});

it('says in words what the newest message has come to', async () => {
  await tab.page.getByRole('log').getByText('delivered').waitFor();
});

it('leads back to all phones', async () => {
  const { page } = tab;
  await page.getByRole('button', { name: 'All phones' }).click();
  await page.getByRole('link', { name: phoneNumber }).waitFor();
});
