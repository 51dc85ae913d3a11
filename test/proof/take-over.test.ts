/** The connections of a process break between the claim of its lanes and their first read. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCable } from '../../proof/cable.ts';
import { freePort } from '../../src/postgres/free-port.ts';
import { createTestDatabase } from '../database.ts';
import {
  call,
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  OPERATOR_KEY,
  startWebhookSink,
} from '../harness.ts';
import { until } from '../until.ts';
import { startPlatform, startServiceProcess } from './service-process.ts';

/** Disturbed takeovers, the second one of the lanes that the first one lost. */
const BROKEN = 2;
const LANES = 4;
/** Enough that every lane has some. */
const PHONES = 24;

test('a takeover whose connections are reset leaves no lane without work', async () => {
  await using database = await createTestDatabase();
  await using cable = await startCable(Number(new URL(database.url).port));
  await using platform = await startPlatform();
  await using sink = await startWebhookSink();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-take-over-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) };
  const url = `http://127.0.0.1:${await freePort()}`;
  let broken = 0;
  await using service = await startServiceProcess(
    url,
    {
      DATABASE_URL: Object.assign(new URL(database.url), { host: `127.0.0.1:${cable.port}` }).href,
      DATA_DIR: dataDir,
      RCS_EMULATOR_URL: platform.url,
      PARLEY_OPERATOR_KEY: OPERATOR_KEY,
      PARLEY_LANES: String(LANES),
      PARLEY_TEST_PAUSE_AT: 'after-claim:1',
    },
    (line) => {
      if (!line.endsWith('pauses at after-claim') || broken === BROKEN) return;
      broken += 1;
      cable.reset();
    },
  );
  await until(() => broken === BROKEN, 'the take-over of what a broken one has lost');
  /** Retries as long as its connection is reset. */
  const ask = (method: string, path: string, body?: unknown) =>
    until(async () => {
      const answer = await call(url, method, path, body).catch((cause) =>
        assert.fail(`${cause}:\n${service.output()}`),
      );
      return answer.status !== 503 && answer;
    }, `${method} ${path}`);
  const client = { call: ask };
  const agentId = await createAgent(client, { config: { eventForwardUrl: sink.url } });
  await createStates(client, agentId, { hello: { template: { contentMessage: { text: 'Hello' } } } });
  const sent = await Promise.all(
    Array.from({ length: PHONES }, async () => {
      const path = `/agents/${agentId}/states/hello/send/${newPhoneNumber()}`;
      return expectStatus(await ask('POST', path, {}), 200).messageId as string;
    }),
  );
  for (const messageId of sent) {
    await sink.wait(({ body }) => body.messageId === messageId && body.eventType === 'SENT', `SENT of ${messageId}`);
  }
});
