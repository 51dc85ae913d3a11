/**
 * The journey of docs/versions.md: its commands, in their order, with what they say, while the agent writes to other
 * people and some are in the middle of a conversation. Each turn runs on one version, and none stops for it.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createAgent, expectStatus, newPhoneNumber, type Service, startService } from '../harness.ts';
import { consentStage } from '../turns/consent-stage.ts';
import { until } from '../until.ts';
import { makeFolder, type Parley, parley } from './run.ts';

/** Conversations of yesterday, and how many of them are Ann's. With 2,000 the journey takes half a minute more. */
const YESTERDAY = Number(process.env['PARLEY_TEST_RECORDED'] ?? 200);
const ANNS_OF_YESTERDAY = 3;
const DIFFERS = `${YESTERDAY} sessions: ${YESTERDAY - ANNS_OF_YESTERDAY} the same, ${ANNS_OF_YESTERDAY} different`;

/** What each command must say, in the order of the page; `differs` ends with the exit code 1. */
const STEPS: [command: RegExp, says: RegExp, differs?: true][] = [
  [/agents configure/, /publishing/],
  [/flows pull/, /written/],
  [/^test/, /Good day Ann, shall we go on\?/, true],
  [/^test/, /1 passed/],
  [/flows diff/, /~ welcome\n.*Good day/, true],
  [/flows push .*--dry-run/, /changed +welcome\n.*nothing was stored/],
  [/flows push/, /changed +welcome/],
  [/tests push/, /greeting/],
  [/devices add/, /runs the draft/],
  [/^send/, /./],
  [/flows replay/, new RegExp(`welcome: another message in 3 sessions[^]*${DIFFERS}`), true],
  [/flows publish/, /^version 2 +not live +Greet Ann in her own way/],
  [/flows activate .* 2 --percent 10/, /live for 10 %/],
  [/flows versions/, /\n2 +10 %.*\n1 +90 %/],
  [/flows compare/, /Good day/, true],
  [/flows funnel/, /welcome/],
  [/flows activate .* 2$/, /live for 100 %/],
  [/flows activate .* 1 --move/, /^version 1 +live for 100 %/],
];
/** The step after which the test passes. */
const CHANGE_AFTER = 2;
const CHANGE = ['"Hello ', `"{% if params.name == 'Ann' %}Good day{% else %}Hello{% endif %} `] as const;

const FLOW = {
  states: {
    welcome: {
      template: { contentMessage: { text: 'Hello {{ params.name }}, shall we go on?' } },
      input: { nextState: 'thanks' },
    },
    thanks: { template: { contentMessage: { text: 'Thank you' } } },
  },
};
/** What each version says to Ann; before the first command there is none. */
const SAYS = new Map([
  [null, 'Hello Ann, shall we go on?'],
  [1, 'Hello Ann, shall we go on?'],
  [2, 'Good day Ann, shall we go on?'],
]);

/** People who are asked by the first version, and answer when the second one is live. */
const IN_THE_MIDDLE = 6;
/** Sends a second beside the journey, as far as the machine has time for them; few, since other tests run at the same time. */
const RATE = Number(process.env['PARLEY_TEST_RATE'] ?? 40);
const MAX_UNDER_WAY = 8;
const TICK_MS = 25;

test('every command of the page works, in the order in which it is shown, while the agent writes to others', async (context) => {
  await using database = await createTestDatabase();
  await using service = await startService({ databaseUrl: database.url });
  await using folder = await makeFolder();
  const stage = consentStage(service);
  const agentId = await createAgent(service);
  const [tester, ...asked] = Array.from({ length: 1 + IN_THE_MIDDLE }, newPhoneNumber);
  expectStatus(await service.call('PUT', `/agents/${agentId}/flow`, FLOW), 200);
  const page = await readFile(new URL('../../docs/versions.md', import.meta.url), 'utf8');
  await writeFile(join(folder.path, 'greeting.test.json'), /```json\n([\s\S]+?)```/.exec(page)![1]!);

  const yesterday = new Date().toISOString();
  for (let index = 0; index < YESTERDAY; index++) {
    await write(service, agentId, newPhoneNumber(), index < ANNS_OF_YESTERDAY ? 'Ann' : 'Bob');
  }
  await until(async () => (await turnsOf(database, agentId)).length === YESTERDAY, 'the turns of yesterday');
  const times = { '<yesterday>': yesterday, '<today>': new Date().toISOString() };
  const others = keepWriting(service, agentId);
  await using _others = others;
  const values = { '<agentId>': agentId, '<tester>': tester!, ...times };
  await play(parley(service), page, folder.path, values, async (command) => {
    const ofAll = (work: (phoneNumber: string) => Promise<unknown>) => Promise.all(asked.map(work));
    if (/configure/.test(command)) await ofAll((phoneNumber) => write(service, agentId, phoneNumber, 'Ann'));
    // They were asked by the first version, and go on on it.
    if (/activate .* 2$/.test(command)) await ofAll((phoneNumber) => stage.writes(agentId, phoneNumber, 'Yes'));
  });
  const { sent, perSecond } = await others.end();
  context.diagnostic(`${sent.length} sends beside it, ${perSecond.toFixed(0)} a second`);

  const of = (numbers: string[]) => turnsOf(database, agentId, numbers);
  const turns = await until(async () => {
    const found = await of(sent);
    return found.length === sent.length && found;
  }, 'the turns of all sends');
  assert.deepEqual(
    turns.filter(({ version, stopped, text }) => stopped !== null || text !== SAYS.get(version)),
    [],
  );
  assert.deepEqual([...new Set(turns.map(({ version }) => version ?? 1))].sort(), [1, 2], 'both versions were live');
  assert.deepEqual((await of(asked)).map(({ version, text }) => `${version} ${text}`).sort(), [
    ...asked.map(() => `1 ${SAYS.get(1)}`),
    ...asked.map(() => '1 Thank you'),
  ]);
  // The tester got the draft; what is live in the end is version 1.
  const user = newPhoneNumber();
  await stage.sends(agentId, user, { params: { name: 'Ann' } }, 'welcome');
  assert.deepEqual(await textsOn(stage, user), [SAYS.get(1)]);
  const texts = await until(async () => {
    const shown = await textsOn(stage, tester!);
    return shown.length > 0 && shown;
  }, 'the message of the draft');
  assert.deepEqual(texts, [SAYS.get(2)]);
});

const commandsOf = (page: string) => [...page.matchAll(/^parley (.+)$/gm)].map(([, command]) => command!);

/** Types the commands in `folder`, with these values. */
async function play(
  cli: Parley,
  page: string,
  folder: string,
  values: Record<string, string>,
  after: (command: string) => Promise<void>,
): Promise<void> {
  const file = join(folder, 'flow.json');
  const known: Record<string, string> = { ...values, 'flow.json': file, '.': folder };
  const commands = commandsOf(page);
  assert.equal(commands.length, STEPS.length);
  for (const [index, command] of commands.entries()) {
    const [named, says, differs] = STEPS[index]!;
    assert.match(command, named);
    const words = [...command.matchAll(/"([^"]+)"|'([^']+)'|\S+/g)].map(
      ([word, one, other]) => one ?? other ?? known[word] ?? word,
    );
    const said = differs ? (await cli.fails(...words)).stdout : await cli.says(...words);
    assert.match(said, says, command);
    if (index === CHANGE_AFTER) await writeFile(file, (await readFile(file, 'utf8')).replace(...CHANGE));
    await after(command);
  }
}

async function write(service: Service, agentId: string, phoneNumber: string, name: string): Promise<void> {
  const path = `/agents/${agentId}/states/welcome/send/${phoneNumber}`;
  expectStatus(await service.call('POST', path, { params: { name } }), 200);
}

/** Writes to one new number after the other, evenly paced, until it ends. */
function keepWriting(service: Service, agentId: string) {
  const sent: string[] = [];
  const begun = performance.now();
  let isOver = false;
  const writing = (async () => {
    const underWay = new Set<Promise<void>>();
    while (!isOver) {
      const due = Math.floor(((performance.now() - begun) * RATE) / 1000);
      while (sent.length < due && underWay.size < MAX_UNDER_WAY) {
        const phoneNumber = newPhoneNumber();
        const one = write(service, agentId, phoneNumber, 'Ann').finally(() => underWay.delete(one));
        underWay.add(one);
        sent.push(phoneNumber);
      }
      await Promise.race([delay(TICK_MS), ...underWay]);
    }
    await Promise.all(underWay);
  })();
  const end = async () => {
    isOver = true;
    await writing;
    return { sent, perSecond: (sent.length * 1000) / (performance.now() - begun) };
  };
  return { end, [Symbol.asyncDispose]: async () => void (await end()) };
}

type Turn = { version: number | null; stopped: string | null; text: string | null };

/** With the text of its message. */
async function turnsOf({ sql }: TestDatabase, agentId: string, phoneNumbers: string[] | null = null): Promise<Turn[]> {
  return await sql<Turn[]>`
    select turn.version, turn.stopped, message.content ->> 'text' as text
    from turn left join message on message.lane = turn.lane and message.message_id = turn.message_id
    where turn.agent_id = ${agentId} and turn.message_id is not null
      and (${phoneNumbers}::text[] is null or turn.phone_number = any (${phoneNumbers}))`;
}

async function textsOn(stage: ReturnType<typeof consentStage>, phoneNumber: string): Promise<string[]> {
  return (await stage.shown(phoneNumber)).map(({ text }) => text);
}
