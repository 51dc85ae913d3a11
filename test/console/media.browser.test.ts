/** Pictures in the console: uploaded and chosen in the editor, shown there, on the phone and in its head. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAgent, createStates, expectStatus } from '../harness.ts';
import { until } from '../until.ts';
import { itInEveryWay } from './barriers.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

let running: ConsoleInBrowser;
let tab: Tab;
let agentId: string;
before(async () => {
  running = await startConsole();
  tab = await running.newTab();
  agentId = await createAgent(running.service);
  const media = { height: 'SHORT', contentInfo: { fileUrl: 'http://127.0.0.1:9/gone.png' } };
  const card = { richCard: { standaloneCard: { cardContent: { title: 'Boots', media } } } };
  await createStates(running.service, agentId, { boots: { template: { contentMessage: card } } });
  await tab.open('/');
  await tab.logIn();
  await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
});
after(async () => {
  await tab?.[Symbol.asyncDispose]();
  await running?.[Symbol.asyncDispose]();
});

/** Loaded, and not the gap that a browser shows for what it refused. */
const isShown = (selector: string) =>
  until(() => tab.page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.naturalWidth > 0`), selector);

describe('a picture', () => {
  it('that is not there is named; one that is uploaded takes its place, in the editor and in its preview', async () => {
    const { page } = tab;
    await tab.open(`/agents/${agentId}/flow/boots`);
    await page.locator('figcaption').filter({ hasText: 'gone.png' }).first().waitFor();
    await page.getByRole('button', { name: /^Choose or upload/ }).click();
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload a file' }).click();
    await (await chosen).setFiles({ name: 'boots.gif', mimeType: 'image/gif', buffer: GIF });
    await isShown('figure img[alt="boots.gif"]');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('boots was saved.').last().waitFor();
    const { body } = await running.service.call('GET', `/agents/${agentId}/states/boots`);
    const { fileUrl } = body.template.contentMessage.richCard.standaloneCard.cardContent.media.contentInfo;
    assert.equal((await fetch(fileUrl)).headers.get('content-type'), 'image/gif');
    assert.deepEqual(tab.faults, []);
  });

  it('is an agent’s logo in the head of its phone', async () => {
    const { page } = tab;
    await tab.open(`/agents/${agentId}/settings`);
    await page.getByRole('button', { name: 'Choose or upload: Logo' }).click();
    await page
      .getByRole('list', { name: 'Uploaded files' })
      .getByRole('button', { name: /boots\.gif/ })
      .click();
    await page.getByLabel('Description', { exact: true }).fill('Boots for every weather.');
    await page.getByRole('button', { name: 'Save identity' }).click();
    await page.getByText('The identity was saved.').waitFor();
    const { config } = expectStatus(await running.service.call('GET', `/agents/${agentId}`), 200);
    assert.equal(config.identity.description, 'Boots for every weather.');
    await tab.open(`/agents/${agentId}/phone/+12025550177`);
    await isShown('section[aria-label^="Phone"] header img');
    await page.getByText('About this agent').click();
    await page.getByText('Boots for every weather.').waitFor();
  });
});

describe('the dialog of media, and an identity', () => {
  itInEveryWay(async (look) => {
    await tab.open(`/agents/${agentId}/flow/boots`);
    await tab.page.getByRole('button', { name: /^Choose or upload/ }).click();
    await tab.page.getByRole('list', { name: 'Uploaded files' }).waitFor();
    await look(tab, 'the dialog');
    await tab.open(`/agents/${agentId}/settings`);
    await tab.page.getByRole('button', { name: 'Save identity' }).waitFor();
    await look(tab, 'the settings');
  });
});
