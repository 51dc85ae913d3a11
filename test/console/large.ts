/**
 * `npm run bench:console`: how quickly the console shows large content: a flow of 200 states, and a list of 100,000
 * events. It measures and prints, without assertions on time: what is too slow depends on the machine.
 */
import { createAgent, expectStatus } from '../harness.ts';
import { until } from '../until.ts';
import { startConsole, type Tab } from './browser.ts';

const STATES = 200;
const EVENTS = 100_000;
/** Milliseconds between two jumps of a person in a hurry. */
const EVERY_MS = 40;

await using running = await startConsole();
const { service } = running;
const agentId = await createAgent(service);
const say = (line: string) => process.stdout.write(`${line}\n`);

const states = Object.fromEntries(Array.from({ length: STATES }, (_, index) => [`s${index}`, state(index)]));
expectStatus(await service.call('PUT', `/agents/${agentId}/flow`, { states }), 200);
await service.app.context.sql`
  insert into event (lane, seq, ordinal, event_id, agent_id, phone_number, class, type, body, created_at)
  select 0, 1000000 + n, 0, gen_random_uuid(), ${agentId}, '+1202555' || lpad((n % 10000)::text, 4, '0'), 'UserMessage',
    'text', json_build_object('agentId', ${agentId}::text, 'text', 'message ' || n)::text,
    now() - (n || ' milliseconds')::interval
  from generate_series(1, ${EVENTS}) as n`;

const tab = await running.newTab();
const { page } = tab;
await tab.open('/');
await tab.logIn();
await page.getByRole('heading', { name: 'Start' }).waitFor();

await tab.open(`/agents/${agentId}`);
const laidOutMs = await timed(async () => {
  await page.getByRole('link', { name: 'Flow', exact: true }).click();
  await page.getByRole('group', { name: /^State s0/ }).waitFor();
});
say(`flow of ${STATES} states: ${Math.round(laidOutMs)} ms from the click to its drawing`);
const { x, y, width, height } = (await page.locator('.react-flow').boundingBox())!;
say(
  `  moving it: ${await framesDuring(tab, async () => {
    await page.mouse.move(x + width / 2, y + height - 40);
    await page.mouse.down();
    for (let step = 0; step < 60; step += 1)
      await page.mouse.move(x + width / 2 - step * 6, y + height - 40 - step * 3);
    await page.mouse.up();
  })}`,
);
say(
  `  zooming out to all of it: ${await framesDuring(tab, async () => {
    await page.getByRole('button', { name: /fit view/i }).click();
    await page.waitForTimeout(500);
  })}`,
);

const openedMs = await timed(async () => {
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await page.getByText('UserMessage').first().waitFor();
});
say(`list of ${EVENTS.toLocaleString('en')} events: ${Math.round(openedMs)} ms from the click to the first rows`);
const end = page.getByText(`All ${EVENTS.toLocaleString('en')} are shown.`);
let frames = '';
const readMs = await timed(async () => {
  frames = await framesDuring(tab, async () => {
    while ((await end.count()) === 0) {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await page.waitForTimeout(EVERY_MS);
    }
  });
});
say(`  reading on to its end: ${Math.round(readMs / 1000)} s, ${frames}`);
say(
  `  and up and down through all of it: ${await framesDuring(tab, async () => {
    for (let place = 0; place <= 40; place += 1) {
      await page.evaluate(`scrollTo(0, document.body.scrollHeight * ${Math.abs(20 - place) / 20})`);
      await page.waitForTimeout(EVERY_MS);
    }
    await until(() => page.getByText('UserMessage').first().isVisible(), 'rows at the end');
  })}`,
);
if (tab.faults.length > 0) throw new Error(tab.faults.join('\n'));

/** A tree three states wide, with ways back to its beginning. */
function state(index: number) {
  const next = [3 * index + 1, 3 * index + 2, 3 * index + 3].filter((each) => each < STATES);
  const reply = (text: string, to: number) => ({ reply: { text, postbackData: `s${to}` } });
  return {
    flowEntryStateId: 's0',
    template: {
      contentMessage: {
        text: `This is state ${index} of a large flow.`,
        suggestions: [...next.map((each) => reply(`to ${each}`, each)), reply('back', 0)],
      },
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** The durations of the frames that the browser drew meanwhile: a stall is a long one. */
async function framesDuring({ page }: Tab, work: () => Promise<unknown>): Promise<string> {
  await page.evaluate(`{
    let last = performance.now();
    window.frames_ = [];
    window.isWatched = true;
    const draw = (now) => { window.frames_.push(now - last); last = now; if (window.isWatched) requestAnimationFrame(draw); };
    requestAnimationFrame(draw);
  }`);
  await work();
  const taken = (await page.evaluate('window.isWatched = false, window.frames_')) as number[];
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return `${taken.length} frames, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}
