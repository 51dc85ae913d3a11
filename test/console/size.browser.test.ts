/** How much script is loaded before the first page is there. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startConsole } from './browser.ts';

/** The maximum script of a first visit, compressed. */
const MAX_FIRST_LOAD_BYTES = 250_000;

it('the first load, log-in and start page together, is less than 250 kB of compressed script', async (t) => {
  await using running = await startConsole();
  await using tab = await running.newTab();
  const scripts = new Map<string, number>();
  tab.page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    assert.equal(response.headers()['content-encoding'], 'gzip', response.url());
    scripts.set(response.url(), Number(response.headers()['content-length']));
  });
  await tab.open('/');
  await tab.logIn();
  await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();

  const bytes = scripts.values().reduce((sum, size) => sum + size, 0);
  t.diagnostic(`first load: ${(bytes / 1000).toFixed(0)} kB of compressed script in ${scripts.size} files`);
  assert.ok(scripts.size > 0 && bytes > 50_000, 'the scripts were seen');
  assert.ok(bytes < MAX_FIRST_LOAD_BYTES, `${bytes} bytes`);
});
