/** Runs `npm run prove` as a person would, with the same plan each time. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Fixed, so that a failure can be reproduced: a plan with a restart, terminated connections and six kills. */
const SEED = '20260408';

export type Result = {
  findings: { checks: { name: string; lookedAt: number; breaches: string[] }[] };
  kills: number;
  databaseRestarts: number;
  folder: string | null;
};

/** @throws AssertionError when it neither passes nor finds breaches */
export async function prove(...more: string[]): Promise<{ code: number; result: Result }> {
  const args = ['proof/main.ts', '--json', '--seed', SEED, ...more];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [json, output] = ['', ''];
  child.stdout.on('data', (chunk) => (json += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number];
  assert.ok(code === 0 || code === 1, `the proof itself failed:\n${output}`);
  return { code, result: JSON.parse(json) as Result };
}

export const broken = ({ findings }: Result) => findings.checks.filter(({ breaches }) => breaches.length > 0);
