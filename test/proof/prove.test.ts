/**
 * The proof in short: half a minute of faults is survived, and without a protection the same checks find breaches. The three
 * minutes are a step of their own in `.ci/run`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { RECOVERY_CHECK } from '../../proof/checks.ts';

/** Fixed, so that a failure can be looked into with the same plan: one with a restart, ended connections and six kills. */
const SEED = '20260408';
/** Lower than by default: beside it run the other tests. */
const RATE = '60';

type Result = {
  findings: { checks: { name: string; lookedAt: number; breaches: string[] }[] };
  kills: number;
  databaseRestarts: number;
  folder: string | null;
};

async function prove(...more: string[]): Promise<{ code: number; result: Result; output: string }> {
  const args = ['proof/main.ts', '--json', '--seed', SEED, '--rate', RATE, ...more];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [json, output] = ['', ''];
  child.stdout.on('data', (chunk) => (json += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number];
  assert.ok(code === 0 || code === 1, `the proof itself failed:\n${output}`);
  return { code, result: JSON.parse(json) as Result, output };
}

/** A control is meant to break: nobody will look into what it leaves. */
async function control(...more: string[]) {
  const proved = await prove(...more);
  if (proved.result.folder !== null) await rm(proved.result.folder, { recursive: true, force: true });
  return proved;
}

const broken = ({ findings }: Result) => findings.checks.filter(({ breaches }) => breaches.length > 0);

describe('the proof', { concurrency: true }, () => {
  it('half a minute of faults loses, doubles and reorders nothing', async () => {
    const { code, result } = await prove('--minutes', '0.5');
    // How fast it recovers depends on the machine and on the tests beside it; `npm run prove` alone holds it to that.
    const breaches = broken(result).filter(({ name }) => name !== RECOVERY_CHECK);
    assert.deepEqual(breaches, [], `see ${result.folder}`);
    assert.equal(code, broken(result).length === 0 ? 0 : 1);
    assert.ok(result.kills >= 4 && result.databaseRestarts >= 1, 'there were faults');
    // An event need not be refused, but everything else was looked at.
    assert.deepEqual(
      result.findings.checks.filter(({ lookedAt }) => lookedAt === 0).map(({ name }) => name),
      [],
    );
  });

  it('without the fence the proof finds broken chains', async () => {
    const { code, result } = await control('--minutes', '0.7', '--without', 'fence');
    assert.equal(code, 1);
    assert.ok(broken(result).some(({ name }) => name === 'the hash chains are whole'));
  });

  it('without the memory of what arrived, the proof finds doubled turns and messages', async () => {
    const { code, result } = await control('--minutes', '0.2', '--without', 'seen');
    assert.equal(code, 1);
    const names = broken(result).map(({ name }) => name);
    assert.ok(names.includes('each accepted request has its one turn'));
    assert.ok(names.includes('each message is at its phone once'));
  });
});
