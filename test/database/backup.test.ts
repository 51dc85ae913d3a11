/** `parley backup` and `parley restore`: a moment of a running service becomes a service again, or nothing at all. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { findChainBreaks } from '../../proof/chain.ts';
import { backUp } from '../../src/database/backup.ts';
import { readBackup, writeBackup } from '../../src/database/backup-file.ts';
import { type RestoreOptions, restore } from '../../src/database/restore.ts';
import { createEncryption, keyId } from '../../src/secrets/encryption.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { findFaults } from '../../src/store/faults.ts';
import { ensureInstallation, ensureLanes } from '../../src/store/lanes.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import { makeFolder, run } from '../cli/run.ts';
import { notOnCluster } from '../cluster.ts';
import { createTestDatabase, databaseUrl, onServer, type TestDatabase } from '../database.ts';
import {
  clientToken,
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  startService,
  startWebhookSink,
} from '../harness.ts';
import { until } from '../until.ts';

const KEY = randomBytes(32);
const encryption = createEncryption([KEY]);
const log = pino({ level: 'silent' });
const OPTIONS: RestoreOptions = {
  encryption: { ids: [keyId(KEY)], open: encryption.open },
  hold: false,
  log,
  progress: () => {},
};

/** One without any table, as an operator makes it. */
async function emptyDatabase(): Promise<TestDatabase> {
  const server = process.env['PARLEY_TEST_DATABASE_URL']!;
  const name = `${process.env['PARLEY_TEST_TEMPLATE']}_${randomUUID().slice(0, 13)}`;
  await onServer(server, (postgres) => postgres`create database ${postgres(name)}`);
  const url = databaseUrl(server, name);
  const sql = openDatabase(url, { maxConnections: 10, log, applicationName: 'parley-test' });
  return {
    ...{ url, sql },
    async [Symbol.asyncDispose]() {
      await sql[Symbol.asyncDispose]();
      await onServer(server, (postgres) => postgres`drop database ${postgres(name)} with (force)`);
    },
  };
}

/** Where a service has run that was stopped with an item and a message on their way, and texts that are hard to copy. */
async function stoppedService(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const { sql } = database;
  await createPartitions(sql, new Date());
  await ensureLanes(sql, 4);
  await ensureInstallation(sql, '0123456789ab');
  const sealed = encryption.seal('secret', 'signing_1');
  await sql`insert into signing_token (signing_token_id, account_id, token_sealed, stage)
            values ('signing_1', 'default', ${sealed}, 'current')`;
  await sql`insert into brand (brand_id, account_id, name) values ('brand_1', 'default', ${'\\.\n\\N\t🙂\r\n'})`;
  await sql`update lane_head set next_seq = 3`;
  await sql`insert into inbox (lane, seq, agent_id, phone_number, body) values (0, 1, 'a', '+1', '{ "kind": 1 }')`;
  await sql`insert into outbox (lane, seq, agent_id, phone_number, body) values (1, 2, 'a', '+2', '{"text":"\\n"}')`;
  return database;
}

async function isEmpty(sql: Database): Promise<boolean> {
  const [table] = await sql<{ there: boolean }[]>`select to_regclass('signing_token') is not null as there`;
  if (!table!.there) return true;
  const [row] = await sql`
    select 1 as found where exists (select from setting) or exists (select from signing_token) or exists (select from brand)`;
  return row === undefined;
}

const skip = notOnCluster('it is backed up with the programs of PostgreSQL');

test('a backup of a service under load becomes a service that goes on where it was, and nothing is missing', {
  skip,
}, async () => {
  await using folder = await makeFolder();
  await using copy = await emptyDatabase();
  const file = join(folder.path, 'load.backup');
  let key: string;
  let agentId: string;
  const sent = new Map<string, string>();
  await using sink = await startWebhookSink();
  {
    await using service = await startService();
    agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
    await createStates(service, agentId, { hello: { template: { contentMessage: { text: 'Hello' } } } });
    key = (await readFile(join(service.dataDir, 'encryption-key'), 'utf8')).trim();
    await clientToken(service);
    const phones = Array.from({ length: 20 }, newPhoneNumber);
    const load = new AbortController();
    const sending = phones.map(async (phone) => {
      while (!load.signal.aborted) {
        const body = expectStatus(await service.call('POST', `/agents/${agentId}/states/hello/send/${phone}`, {}), 200);
        sent.set(body.messageId, phone);
      }
    });
    await until(() => sent.size > 200, 'the load');
    const acknowledged = [...sent.keys()];
    const backedUp = await run(['backup', file], { DATABASE_URL: service.databaseUrl });
    load.abort();
    await Promise.all(sending);
    assert.equal(backedUp.code, 0, backedUp.stderr);
    assert.match(backedUp.stdout, /rows of 20\d\d-.*read back and compared[\s\S]*encryption key [0-9a-f]{8} is needed/);
    assert.equal((await stat(file)).mode & 0o777, 0o600);

    const environment = { DATABASE_URL: copy.url, DATA_DIR: folder.path, PARLEY_ENCRYPTION_KEY: key };
    const restored = await run(['restore', file], environment);
    assert.equal(restored.code, 0, restored.stderr);
    assert.match(
      restored.stdout,
      /Restored: \d+ rows[\s\S]*Checked: \d+ tables have what was backed up, 1 secrets open/,
    );
    assert.deepEqual(await findChainBreaks(copy.sql), []);
    const found = await copy.sql<{ id: string }[]>`
      select message_id::text as id from message union select body ->> 'messageId' from inbox`;
    const ids = new Set(found.map(({ id }) => id));
    assert.deepEqual(
      acknowledged.filter((id) => !ids.has(id)),
      [],
    );
  }

  await using service = await startService({ databaseUrl: copy.url, encryptionKey: key });
  const phone = newPhoneNumber();
  const { messageId } = expectStatus(
    await service.call('POST', `/agents/${agentId}/states/hello/send/${phone}`, {}),
    200,
  );
  const { body } = await sink.wait((one) => one.body.messageId === messageId, 'an event of the copy');
  const seq = Number.parseInt(body.eventId.replaceAll('-', '').slice(0, 12), 16);
  assert.ok(seq > 2 ** 32, `${body.eventId} is of a number that the first service cannot have given`);
  await until(async () => {
    const [row] = await copy.sql`select (select count(*) from inbox) + (select count(*) from outbox) as waiting`;
    return row!['waiting'] === 0;
  }, 'what was waiting to be done');
  assert.deepEqual(await findChainBreaks(copy.sql), []);
});

test('a restored database has the same rows, and refuses to be restored into once more', { skip }, async () => {
  await using folder = await makeFolder();
  await using service = await stoppedService();
  await using copy = await emptyDatabase();
  const file = join(folder.path, 'one.backup');
  await backUp(service.sql, file, () => {});
  await assert.rejects(
    backUp(service.sql, file, () => {}),
    /one\.backup exists already/,
  );
  const result = await restore(copy.sql, file, OPTIONS);
  assert.deepEqual(result.waiting, { items: 1, messages: 1, events: 0 });
  assert.deepEqual(result.faults, []);
  for (const table of ['brand', 'signing_token', 'inbox', 'outbox', 'setting', 'lane_owner']) {
    const read = (sql: Database) =>
      sql`select row::text from ${sql(table)} as row order by 1`.then((rows) => [...rows]);
    assert.deepEqual(await read(copy.sql), await read(service.sql), table);
  }
  await assert.rejects(
    restore(copy.sql, file, OPTIONS),
    /not empty: it has a service with 0 agents and 0 conversations/,
  );
  await copy.sql`drop schema public cascade`;
  await copy.sql`create schema public`;
  await copy.sql`create table invoice (id int)`;
  await assert.rejects(restore(copy.sql, file, OPTIONS), /tables of something else \(invoice\)/);
});

test('with --hold, what was waiting becomes dead letters', { skip }, async () => {
  await using folder = await makeFolder();
  await using service = await stoppedService();
  await using copy = await createTestDatabase();
  const file = join(folder.path, 'one.backup');
  await backUp(service.sql, file, () => {});
  await restore(copy.sql, file, { ...OPTIONS, hold: true });
  const letters = await copy.sql`select lane, seq, body ->> 'kind' as kind, reason from dead_letter order by lane`;
  assert.deepEqual(
    letters.map(({ lane, seq, kind }) => ({ lane, seq, kind })),
    [
      { lane: 0, seq: 1, kind: '1' },
      { lane: 1, seq: 2, kind: 'dispatch' },
    ],
  );
  assert.match(letters[0]!['reason'], /waiting when the backup was made, 20\d\d-/);
  assert.deepEqual(await findFaults(copy.sql), []);
});

test('a file that is not whole, or a key that is not the one, leaves the database empty', { skip }, async () => {
  await using folder = await makeFolder();
  await using service = await stoppedService();
  await using copy = await emptyDatabase();
  const file = join(folder.path, 'one.backup');
  await backUp(service.sql, file, () => {});
  const whole = await readFile(file);
  const spoiled = join(folder.path, 'spoiled.backup');
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 0x10;
  for (const [bytes, reason] of [
    [whole.subarray(0, whole.length >> 1), /damaged or no backup/],
    [whole.subarray(0, 0), /damaged or no backup: unexpected end/],
    [flipped, /damaged or no backup|another version/],
    [Buffer.from('select 1;\n'), /damaged or no backup/],
  ] as const) {
    await writeFile(spoiled, bytes);
    await assert.rejects(restore(copy.sql, spoiled, OPTIONS), reason);
    assert.ok(await isEmpty(copy.sql));
  }
  await assert.rejects(restore(copy.sql, join(folder.path, 'none'), OPTIONS), /none does not exist/);
  const other = { ids: ['00000000'], open: encryption.open };
  await assert.rejects(restore(copy.sql, file, { ...OPTIONS, encryption: other }), /and the key here is 00000000/);
  const refusal = new RegExp(`encryption key ${keyId(KEY)}, and there is no key here`);
  await assert.rejects(restore(copy.sql, file, { ...OPTIONS, encryption: null }), refusal);

  const interrupt = () => {
    throw new Error('interrupted');
  };
  await assert.rejects(restore(copy.sql, file, { ...OPTIONS, progress: interrupt }), /interrupted/);
  assert.ok(await isEmpty(copy.sql));
  await restore(copy.sql, file, OPTIONS);
  assert.ok(!(await isEmpty(copy.sql)));
});

test('rows that are not those that were counted are refused, and so are rows that belong to nothing', {
  skip,
}, async () => {
  await using folder = await makeFolder();
  await using service = await stoppedService();
  await using copy = await emptyDatabase();
  const file = join(folder.path, 'one.backup');
  await backUp(service.sql, file, () => {});
  const rewrite = async (name: string, change: (table: string, text: string) => string) => {
    const path = join(folder.path, name);
    await readBackup(file, async ({ header, tables }) => {
      async function* changed() {
        for await (const { rows, ...copied } of tables()) {
          const text = Buffer.concat(await Array.fromAsync(rows)).toString();
          yield {
            ...copied,
            rows: (async function* () {
              if (text) yield Buffer.from(change(copied.table, text));
            })(),
          };
        }
      }
      await writeBackup(path, header, changed());
    });
    return path;
  };
  // The keys are checked after the last row, when the driver has handed over the rows.
  const orphan = await rewrite('orphan', (table, text) =>
    table === 'brand' ? text.replace('default', 'nobody') : text,
  );
  await assert.rejects(restore(copy.sql, orphan, OPTIONS), /foreign key/);
  assert.ok(await isEmpty(copy.sql));
  const faulty = await rewrite('faulty', (table, text) =>
    table === 'lane_head' ? text.replace('1\t3', '1\t2') : text,
  );
  const { faults } = await restore(copy.sql, faulty, OPTIONS);
  assert.deepEqual(faults, ['1 rows of outbox have a number that their lane has not given']);
});
