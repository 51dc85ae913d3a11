/** An author plays a draft that is not saved yet, sees the way and the values, and keeps the run as a test. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAgent, createStates, expectStatus } from '../harness.ts';
import { itInEveryWay } from './barriers.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

let running: ConsoleInBrowser;
let tab: Tab;
let agentId: string;
before(async () => {
  running = await startConsole();
  tab = await running.newTab();
  agentId = await createAgent(running.service);
  await createStates(running.service, agentId, {
    ask: {
      flowEntryStateId: 'ask',
      template: { contentMessage: { text: 'Hello {{ params.name }}, which colour?' } },
      input: { nextState: 'answer', assignments: [{ from: 'message.text', to: 'colour' }] },
    },
    answer: { template: { contentMessage: { text: 'So it is {{ input.colour }}.' } } },
  });
  await tab.open('/');
  await tab.logIn();
  await tab.page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
});
after(async () => {
  await tab?.[Symbol.asyncDispose]();
  await running?.[Symbol.asyncDispose]();
});

it('plays what is not saved yet, with the params that the flow reads', async () => {
  const { page } = tab;
  await tab.open(`/agents/${agentId}/flow/answer`);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('It is {{ input.colour }}, not saved.');
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await page.getByLabel('Parameter name').fill('Ada');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const phone = page.getByRole('log');
  await phone.getByText('Hello Ada, which colour?').waitFor();
  await page.getByLabel('Write as the user').fill('red');
  await page.keyboard.press('Enter');
  await phone.getByText('It is red, not saved.').waitFor();
  await page.getByText('"colour"').waitFor();
  await page.getByRole('button', { name: 'Keep as a test' }).click();
  await page.getByText('The test played-ask is kept with the agent.').waitFor();
  const { steps } = expectStatus(await running.service.call('GET', `/agents/${agentId}/tests/played-ask`), 200);
  assert.deepEqual(steps[1], {
    writes: 'red',
    expect: { reply: { text: 'It is red, not saved.' }, state: 'answer', waits: null },
  });
  // It is true of what was played, and not of what is stored.
  const run = (body: object) => running.service.call('POST', `/agents/${agentId}/test-runs`, body);
  assert.equal(expectStatus(await run({}), 200).failed, 1);
  assert.deepEqual(tab.faults, []);
});

describe('the phone beside the graph', () => {
  itInEveryWay((look) => look(tab, 'a played conversation'));
});

it('is refused for more than one test', async () => {
  const body = { play: true, tests: ['played-ask'] };
  const { errors } = expectStatus(await running.service.call('POST', `/agents/${agentId}/test-runs`, body), 400);
  assert.equal(errors[0].path, '/play');
});
