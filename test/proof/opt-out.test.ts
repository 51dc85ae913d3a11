/** An opt-out is reported twice, and the process may die between the two: it stays one opt-out, acknowledged once. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findChainBreaks } from '../../proof/chain.ts';
import { freePort } from '../../src/postgres/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { call, newPhoneNumber } from '../harness.ts';
import { BYE, type ConsentStage, consentStage, type Happening } from '../turns/consent-stage.ts';
import { until } from '../until.ts';
import { type ServiceProcess, startPlatform, startServiceProcess } from './service-process.ts';

const RECOVERY_PATIENCE_MS = 60_000;

type Stage = {
  consent: ConsentStage;
  database: TestDatabase;
  start(killAt?: string): Promise<ServiceProcess>;
};

/** A service that can be killed, with a platform and a database that stay. */
async function withStage(play: (stage: Stage) => Promise<void>): Promise<void> {
  await using database = await createTestDatabase();
  await using emulator = await startPlatform();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-opt-out-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) };
  const url = `http://127.0.0.1:${await freePort()}`;
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, RCS_EMULATOR_URL: emulator.url };
  const calling = (to: string) => ({
    call: (method: string, path: string, body?: unknown) => call(to, method, path, body),
  });
  await play({
    database,
    consent: consentStage(calling(url), calling(emulator.url)),
    start: (killAt) => startServiceProcess(url, { ...environment, ...(killAt && { PARLEY_TEST_KILL_AT: killAt }) }),
  });
}

type User = { agentId: string; phoneNumber: string; word: string; isWordFirst: boolean };

/** A user's action in two steps, in either order. */
const inOrder = (word: string, eventType: 'SUBSCRIBE' | 'UNSUBSCRIBE', isWordFirst: boolean): Happening[] =>
  isWordFirst ? [{ text: word }, { eventType }] : [{ eventType }, { text: word }];

test('killed between the word and the event, a service has one opt-out and one return, and acknowledges once', () =>
  withStage(async ({ consent, database, start }) => {
    let service = await start();
    await using _service = { [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
    const users: User[] = [];
    for (const useCase of ['PROMOTIONAL', 'TRANSACTIONAL']) {
      const agentId = await consent.agentFor(useCase);
      for (const word of ['STOP', 'QUIT', 'unsubscribe', 'BAJA']) {
        for (const isWordFirst of [true, false]) {
          users.push({ agentId, phoneNumber: newPhoneNumber(), word, isWordFirst });
        }
      }
    }

    const ofAll = <Result>(work: (user: User, index: number) => Promise<Result>) => Promise.all(users.map(work));

    /** The first step, a kill, the second step while nothing runs, and a new start. */
    async function tells(steps: (user: User) => Happening[]): Promise<void> {
      const step = (index: number) =>
        ofAll((user) => consent.happens(user.agentId, user.phoneNumber, steps(user)[index]!));
      const over = (ids: string[]) =>
        ofAll(({ agentId, phoneNumber }, index) => consent.over(agentId, phoneNumber, ids[index]!));
      await over(await step(0));
      await service.kill();
      const second = await step(1);
      service = await start();
      await over(second);
    }

    await tells(({ word, isWordFirst }) => inOrder(word, 'UNSUBSCRIBE', isWordFirst));
    await ofAll(async ({ agentId, phoneNumber, word, isWordFirst }) => {
      const who = `${word} ${isWordFirst ? 'before' : 'after'} the event`;
      assert.equal((await consent.sends(agentId, phoneNumber)).eventType, 'FAILED', who);
      const shown = await consent.shown(phoneNumber);
      assert.deepEqual(shown, [{ text: BYE, messageTrafficType: 'ACKNOWLEDGEMENT', duplicates: 0 }], who);
      assert.equal((await consent.changes(agentId, phoneNumber)).length, 1, who);
    });

    await tells(({ isWordFirst }) => inOrder('START', 'SUBSCRIBE', isWordFirst));
    await ofAll(async ({ agentId, phoneNumber, isWordFirst }) => {
      assert.equal((await consent.sends(agentId, phoneNumber)).eventType, 'SENT');
      const changes = await consent.changes(agentId, phoneNumber);
      const source = isWordFirst ? 'word' : 'platform_event';
      assert.deepEqual(
        changes.map((change) => `${change.action} ${change.source}`),
        [`OPT_IN ${source}`, `OPT_OUT ${source}`],
      );
      assert.equal((await consent.shown(phoneNumber)).filter(({ text }) => text === BYE).length, 1);
    });
    assert.deepEqual(await findChainBreaks(database.sql), []);
  }));

/** Where it dies: the notice is not yet written, it is written and unanswered, the user has the answer. */
const DEATHS: [point: string, isWordFirst: boolean][] = [
  ['before-commit', false],
  ['after-commit', true],
  ['after-platform-call', true],
];
for (const [point, isWordFirst] of DEATHS) {
  const first = isWordFirst ? 'word' : 'event';
  test(`a process that dies at ${point} of the ${first} leaves one opt-out and one acknowledgement`, () =>
    withStage(async ({ consent, database, start }) => {
      const doomed = await start(`${point}:1`);
      await using _doomed = doomed;
      const agentId = await consent.agentFor('PROMOTIONAL');
      const phoneNumber = newPhoneNumber();
      const ids = [];
      for (const what of inOrder('STOP', 'UNSUBSCRIBE', isWordFirst)) {
        ids.push(await consent.happens(agentId, phoneNumber, what));
        await until(() => doomed.output().includes(`dies at ${point}`), 'the death', RECOVERY_PATIENCE_MS);
      }
      await using _next = await start();
      for (const id of ids) await consent.over(agentId, phoneNumber, id);
      assert.equal((await consent.sends(agentId, phoneNumber)).eventType, 'FAILED');
      assert.deepEqual(
        (await consent.shown(phoneNumber)).map(({ text }) => text),
        [BYE],
      );
      assert.equal((await consent.changes(agentId, phoneNumber)).length, 1);
      assert.deepEqual(await findChainBreaks(database.sql), []);
    }));
}
