/** Commands on the database itself. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ensureLanes } from '../../src/store/lanes.ts';
import { createPartitions } from '../../src/store/partitions.ts';
import { notOnCluster } from '../cluster.ts';
import { createTestDatabase } from '../database.ts';
import { makeFolder, run } from './run.ts';

test('database lanes splits the lanes, and is refused while the service is running', {
  skip: notOnCluster('its lanes cannot be split'),
}, async () => {
  await using database = await createTestDatabase();
  const { sql } = database;
  await createPartitions(sql, new Date());
  await ensureLanes(sql, 4);
  const environment = { DATABASE_URL: database.url };
  await sql`insert into process (process_id, host, pid) values ('host:1:x', 'host', 1)`;
  const refused = await run(['database', 'lanes', '--to', '64'], environment);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /The service is running \(host:1:x\)\. Stop every process of it first/);

  await sql`delete from process`;
  const done = await run(['database', 'lanes', '--to', '64', '--json'], environment);
  assert.equal(done.code, 0, done.stderr);
  const { seconds: _, ...result } = JSON.parse(done.stdout);
  assert.deepEqual(result, { from: 4, to: 64, conversations: 0, moved: 0 });
  const [row] = await sql`select value from setting where name = 'lanes'`;
  assert.equal(row!['value'], 64);
});

test('database distribute is refused where there is no cluster, and its number of shards is checked', {
  skip: notOnCluster('it is one'),
}, async () => {
  await using database = await createTestDatabase();
  const environment = { DATABASE_URL: database.url };
  const refused = await run(['database', 'distribute'], environment);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /The database has no Citus: create extension citus, on every node/);
  const wrong = await run(['database', 'distribute', '--shards', '0'], environment);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /--shards must be a number from 1 to 256/);
});

test('a backup is rehearsed in a place of its own, of which nothing is left, and refused where a service is', {
  skip: notOnCluster('it is backed up with the programs of PostgreSQL'),
}, async () => {
  await using folder = await makeFolder();
  await using database = await createTestDatabase();
  await createPartitions(database.sql, new Date());
  await ensureLanes(database.sql, 4);
  const file = join(folder.path, 'one.backup');
  const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder.path, 'data') };
  const made = await run(['backup', file, '--json'], environment);
  assert.equal(made.code, 0, made.stderr);
  assert.deepEqual(JSON.parse(made.stdout).keys, []);
  const rehearsed = await run(['restore', file, '--rehearse'], environment);
  assert.equal(rehearsed.code, 0, rehearsed.stderr);
  assert.match(rehearsed.stdout, /It can be restored: \d+ rows/);
  await assert.rejects(stat(join(folder.path, 'data/postgres')), /ENOENT/);
  const wrongKey = await run(['restore', file, '--rehearse'], { ...environment, PARLEY_ENCRYPTION_KEY: 'not-a-key' });
  assert.equal(wrongKey.code, 1);
  assert.match(wrongKey.stderr, /Nothing was restored\n.*encryption key 1 is not 32 bytes/);
  assert.doesNotMatch(wrongKey.stderr, /\n\s+at /);
  const refused = await run(['restore', file, '--hold'], environment);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /Nothing was restored\n.*The database is not empty: it has a service/);
});
