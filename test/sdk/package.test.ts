/**
 * The SDK as it is shipped: built and installed in a folder of its own, where each program of its README compiles, and
 * runs against a service. Together they are the developer's story, from a token to a verified webhook.
 */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { expectStatus, type Service, startService } from '../harness.ts';
import { until } from '../until.ts';
import { freePort, printed, programsOf } from './programs.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const sdk = join(root, 'sdk');
const manifest = async (folder: string) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

let folder: string;
let service: Service;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-sdk-'));
  const installed = join(folder, 'node_modules/@parley/sdk');
  await mkdir(installed, { recursive: true });
  await run(process.execPath, [join(sdk, 'build.ts'), join(installed, 'dist')]);
  await cp(join(sdk, 'package.json'), join(installed, 'package.json'));
  await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  service = await startService();
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('it has the version of the service, and no dependencies', async () => {
  const { version, dependencies } = await manifest(sdk);
  assert.equal(version, (await manifest(root)).version);
  assert.equal(dependencies, undefined);
});

test('the programs of its README compile with its own types, and run against a service', async () => {
  const [send = '', errors = '', webhook = '', ...others] = await programsOf(join(sdk, 'README.md'), 'ts');
  assert.deepEqual(others, [], 'each program is run below');
  for (const [name, text] of Object.entries({ send, errors, webhook }))
    await writeFile(join(folder, `${name}.ts`), text);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--types', 'node', '--skipLibCheck', 'false'];
  const files = ['send.ts', 'errors.ts', 'webhook.ts'];
  const { stdout: faults } = await run(join(root, 'node_modules/.bin/tsc'), [...options, ...files], {
    cwd: folder,
  }).catch((failure: { stdout: string }) => failure);
  assert.equal(faults, '');

  const { signingToken } = expectStatus(await service.call('POST', '/signing-tokens', {}), 201);
  expectStatus(await service.call('POST', '/brands', { name: 'Acme' }), 201);
  const { clientId, clientSecret } = expectStatus(await service.call('POST', '/credentials', { name: 'sdk' }), 201);
  const port = await freePort();
  const env = {
    ...process.env,
    PARLEY_URL: service.url,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    SIGNING_TOKEN: signingToken,
    WEBHOOK_URL: `http://127.0.0.1:${port}/events`,
    PORT: String(port),
  };
  const endpoint = spawn(process.execPath, ['webhook.ts'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const events = printed(endpoint);
    const { stdout: sent } = await run(process.execPath, ['send.ts'], { cwd: folder, env });
    const [, messageId] = /^Sent (\S+)$/m.exec(sent) ?? assert.fail(sent);
    await until(() => events().includes(`SENT ${messageId}`), 'the verified event SENT');
    await until(() => events().includes('+15550100001 DELIVERED'), 'the verified event DELIVERED');
    const { stdout: error } = await run(process.execPath, ['errors.ts'], { cwd: folder, env });
    assert.match(error, /^404 agent_not_found /);
  } finally {
    endpoint.kill();
    await once(endpoint, 'exit');
  }
});
