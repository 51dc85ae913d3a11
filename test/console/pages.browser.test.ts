/** What holds for every page that a person sees, in both colour schemes, on a desk and on a phone. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { createAgent, createStates, expectStatus } from '../harness.ts';
import { until } from '../until.ts';
import { barriers } from './barriers.ts';
import { type ConsoleInBrowser, DESKTOP, MOBILE, startConsole } from './browser.ts';

const PHONE_NUMBER = '+15550100002';

let running: ConsoleInBrowser;
/** Every address in `routes.tsx`, with an agent that has something to show. */
let paths: string[];
before(async () => {
  running = await startConsole();
  const { service } = running;
  const agentId = await createAgent(service);
  await createStates(service, agentId, { welcome: { template: { contentMessage: { text: 'Hello' } } } });
  expectStatus(await service.call('POST', `/agents/${agentId}/devices`, { phoneNumber: PHONE_NUMBER }), 201);
  expectStatus(await service.call('POST', `/agents/${agentId}/states/welcome/send/${PHONE_NUMBER}`, {}), 200);
  const names: Record<string, string> = { agentId, stateId: 'welcome', phoneNumber: PHONE_NUMBER };
  const table = await readFile(new URL('../../console/src/routes.tsx', import.meta.url), 'utf8');
  paths = [...table.matchAll(/path: '([^']+)'/g)].map(([, path]) =>
    path!.replace(/\{-\$(\w+)\}|\$(\w+)/g, (_whole, optional, required) => names[optional ?? required]!),
  );
  assert.ok(paths.length >= 12);
});
after(() => running?.[Symbol.asyncDispose]());

for (const [name, viewport] of Object.entries({ desk: DESKTOP, phone: MOBILE })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`the pages about problems, on a ${name}, ${colorScheme}: keep the policy, fit, and have no serious barrier`, async () => {
      await using tab = await running.newTab({ viewport, colorScheme });
      const wrong: string[] = [];
      for (const path of ['/problems', '/problems/not_a_test_device', '/problems/message_not_revocable']) {
        await tab.page.goto(running.service.url + path);
        wrong.push(...(await barriers(tab.page)).map((barrier) => `${path}: ${barrier}`));
      }
      assert.deepEqual([...wrong, ...tab.faults], []);
    });
  }
}

describe('every page of the console', () => {
  for (const [name, viewport] of Object.entries({ desk: DESKTOP, phone: MOBILE })) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`on a ${name}, ${colorScheme}: keeps the policy, fits, and has no serious barrier`, async () => {
        await using tab = await running.newTab({ viewport, colorScheme });
        await tab.open('/');
        await tab.logIn();
        await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
        const wrong: string[] = [];
        for (const path of paths) {
          await tab.open(path);
          await until(() => tab.page.evaluate('!document.querySelector("[aria-busy=true]")'), `${path} to be loaded`);
          wrong.push(...(await barriers(tab.page)).map((barrier) => `${path}: ${barrier}`));
        }
        assert.deepEqual([...wrong, ...tab.faults], []);
      });
    }
  }

  it('is loaded from nowhere else', async () => {
    await using tab = await running.newTab();
    const elsewhere: string[] = [];
    tab.page.on('request', (request) => {
      if (!request.url().startsWith(running.service.url)) elsewhere.push(request.url());
    });
    await tab.open('/');
    await tab.logIn();
    await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
    for (const path of paths) await tab.open(path);
    assert.deepEqual(elsewhere, []);
  });
});
