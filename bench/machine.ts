/** The machine of a run: figures mean nothing without it. */
import { execFile } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { promisify } from 'node:util';
import { bundledBinaries } from '../src/postgres/binaries.ts';

export type Machine = {
  cores: number;
  processor: string;
  memoryGiB: number;
  system: string;
  node: string;
  postgres: string;
  /** Runnable processes over the last minute, before the run: more than a few mean a busy machine. */
  loadAverage: number;
};

export async function describeMachine(): Promise<Machine> {
  const { postgres } = await bundledBinaries();
  const { stdout } = await promisify(execFile)(postgres, ['--version']);
  const processors = cpus();
  return {
    cores: processors.length,
    processor: processors[0]?.model.trim() ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    postgres: /\d+(\.\d+)*/.exec(stdout)?.[0] ?? stdout.trim(),
    loadAverage: loadAverage(),
  };
}

export const loadAverage = () => Math.round((loadavg()[0] ?? 0) * 100) / 100;
