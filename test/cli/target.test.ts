/** Which service a command talks to: that of a profile, of the folder, or the only one of the user's that runs. */
import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from '../../src/cli/parse.ts';
import { targetOf } from '../../src/cli/target.ts';
import { readCliConfig } from '../../src/config.ts';
import { tellRunning } from '../../src/running.ts';
import { OPERATOR_KEY, type Service, startService } from '../harness.ts';
import { makeFolder, run } from './run.ts';

let service: Service;
before(async () => {
  service = await startService();
  await service.call('POST', '/brands', { name: 'Found' });
});
after(() => service[Symbol.asyncDispose]());

/** A user's own folder, and another one in which commands are typed. */
async function makePlaces() {
  const home = await makeFolder();
  const folder = await makeFolder();
  const type = (args: string[], { stdin = '', ...environment }: Record<string, string> = {}) =>
    run(args, { PARLEY_HOME: home.path, ...environment }, stdin, folder.path);
  return {
    ...{ home, folder, type },
    [Symbol.asyncDispose]: async () => {
      await home[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** The data folder of a service that runs. */
async function makeDataDir(folder: { path: string }, name = 'data'): Promise<string> {
  const dataDir = join(folder.path, name);
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'operator-key'), OPERATOR_KEY);
  return dataDir;
}

test('in any folder, the only service of the user is found, whatever its port and its data folder', async () => {
  await using places = await makePlaces();
  await using elsewhere = await makeFolder();
  const dataDir = await makeDataDir(elsewhere);
  {
    using _running = tellRunning({ dataDir, home: places.home.path }, service.url);
    const { code, stdout, stderr } = await places.type(['brands', 'list']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Found/);
    const other = await places.type(['brands', 'list'], { PORT: '9', PARLEY_OPERATOR_KEY: OPERATOR_KEY });
    assert.match(other.stderr, /127\.0\.0\.1:9 /, 'the environment says which one');
  }
  const { code, stderr } = await places.type(['brands', 'list']);
  assert.equal(code, 1, 'it has stopped');
  assert.match(stderr, /No service was found/);
});

test('where several run, they are named, and a folder with data of its own means its own', async () => {
  await using places = await makePlaces();
  await using elsewhere = await makeFolder();
  const first = await makeDataDir(elsewhere, 'first');
  using _running = tellRunning({ dataDir: first, home: places.home.path }, service.url);
  const second = { url: 'http://127.0.0.1:9', pid: process.ppid, dataDir: '/second' };
  await writeFile(join(places.home.path, 'running/second.json'), JSON.stringify(second));
  const { code, stderr } = await places.type(['brands', 'list']);
  assert.equal(code, 1);
  assert.match(stderr, /Several run.*\n +DATA_DIR=.*\/first +\(http.*\n +DATA_DIR=\/second/);
  assert.equal((await places.type(['brands', 'list'], { DATA_DIR: first, PUBLIC_URL: service.url })).code, 0);
  const dataDir = await makeDataDir(places.folder);
  const config = { ...readCliConfig({ PARLEY_HOME: places.home.path }), dataDir };
  assert.deepEqual(targetOf(config, parse(['brands', 'list']), {}), {
    url: 'http://127.0.0.1:8080',
    key: OPERATOR_KEY,
  });
  const own = await places.type(['brands', 'list']);
  // Its port is the default one, which another program may have while these tests run.
  assert.doesNotMatch(own.stdout + own.stderr, /Several run|Found/);
  const { stderr: nothing } = await places.type(['brands', 'list'], { PORT: '9' });
  assert.match(nothing, /Nothing responds at http:\/\/127\.0\.0\.1:9/);
  assert.match(nothing, /These of yours run on this machine:\n +DATA_DIR=.*\/first/);
});

test('what a killed service has left is removed, and no other machine gets the key', async () => {
  await using places = await makePlaces();
  const running = join(places.home.path, 'running');
  await mkdir(running);
  for (const left of [{ url: 'http://192.0.2.1:9001', pid: process.pid, dataDir: '/a' }, 'nonsense'])
    await writeFile(join(running, 'left.json'), JSON.stringify(left));
  assert.match((await places.type(['brands', 'list'])).stderr, /No service was found/);
  await assert.rejects(stat(join(running, 'left.json')));
});

test('a service elsewhere gets a name, after its key was tried, and a folder uses it', async () => {
  await using places = await makePlaces();
  const { home, folder, type } = places;
  const add = ['profiles', 'add', 'staging', `${service.url}/`];
  assert.match((await type(add, { stdin: 'a-key-that-is-none-of-theirs\n' })).stderr, /access token is not valid/);
  assert.match((await type(['profiles', 'list'])).stdout, /There are no profiles yet/);
  const added = await type(add, { stdin: `${OPERATOR_KEY}\n` });
  assert.equal(added.code, 0, added.stderr);
  assert.ok(!`${added.stdout}${added.stderr}`.includes(OPERATOR_KEY));
  assert.equal((await stat(join(home.path, 'profiles.json'))).mode & 0o777, 0o600);

  assert.match((await type(['brands', 'list', '--profile', 'staging'])).stdout, /Found/);
  assert.match((await type(['brands', 'list'])).stderr, /No service was found/);
  assert.match((await type(['profiles', 'use', 'staging'])).stdout, /\.parley\.json says so/);
  assert.deepEqual(JSON.parse(await readFile(join(folder.path, '.parley.json'), 'utf8')), { profile: 'staging' });
  assert.match((await type(['brands', 'list'])).stdout, /Found/);
  assert.match((await type(['profiles', 'list'])).stdout, /staging +http\S+ +this folder/);
  const port = await type(['brands', 'list'], { PORT: '9', PARLEY_OPERATOR_KEY: 'another-key' });
  assert.match(port.stderr, /127\.0\.0\.1:9 /, 'the environment comes before the folder');

  assert.match((await type(['profiles', 'remove', 'staging'])).stdout, /Removed staging/);
  assert.match((await type(['brands', 'list'])).stderr, /No profile is called "staging"/);
  assert.equal((await type(['profiles', 'remove', 'staging'])).code, 1);
});

test('a key goes to no other address than that of its profile', async () => {
  await using places = await makePlaces();
  const { type } = places;
  await type(['profiles', 'add', 'staging', service.url], { stdin: OPERATOR_KEY });
  for (const given of [
    ['--url', service.url],
    ['--key', 'another'],
  ]) {
    const { code, stderr } = await type(['brands', 'list', '--profile', 'staging', ...given]);
    assert.equal(code, 2);
    assert.match(stderr, /leave --url and --key out/);
  }
  await type(['profiles', 'use', 'staging']);
  assert.match((await type(['brands', 'list', '--url', service.url])).stderr, /There is no operator key/);
});

test('wrong names, addresses and files of profiles are refused', async () => {
  await using places = await makePlaces();
  const { home, type } = places;
  assert.equal((await type(['profiles', 'add', '../x', service.url])).code, 2);
  assert.equal((await type(['profiles', 'add', 'x', 'ftp://127.0.0.1'])).code, 2);
  assert.match((await type(['profiles', 'use', 'x'])).stderr, /There are none yet: .*profiles add x/);
  await writeFile(join(home.path, 'profiles.json'), '[1]');
  assert.match((await type(['profiles', 'list'])).stderr, /profiles\.json is not valid/);
  assert.match(
    (await type(['profiles', 'list'], { PARLEY_HOME: ' ', HOME: ' ' })).stderr,
    /Neither HOME nor PARLEY_HOME/,
  );
});
