/** The controls of the proof, for `npm run prove:controls`: without a protection, the checks find breaches. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { broken, prove } from './proving.ts';

/** A control is meant to break: nobody investigates its leftovers. */
async function control(...more: string[]): Promise<{ code: number; breaches: string[] }> {
  const { code, result } = await prove('--rate', '60', ...more);
  if (result.folder !== null) await rm(result.folder, { recursive: true, force: true });
  return { code, breaches: broken(result).map(({ name }) => name) };
}

describe('the proof', { concurrency: true }, () => {
  it('finds broken chains without the fence', async () => {
    const { code, breaches } = await control('--minutes', '0.7', '--without', 'fence');
    assert.equal(code, 1);
    assert.ok(breaches.includes('the hash chains are whole'), breaches.join());
  });

  it('finds doubled turns and messages without the detection of repeats', async () => {
    const { code, breaches } = await control('--minutes', '0.2', '--without', 'seen');
    assert.equal(code, 1);
    assert.ok(breaches.includes('each accepted request has its one turn'), breaches.join());
    assert.ok(breaches.includes('each message is at its phone once'), breaches.join());
  });
});
