/** The service in its own process, which a test can kill, and a platform that survives it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { startEmulator } from '#emulator';
import { COMPILED } from '../../src/compiled.ts';
import { OPERATOR_KEY } from '../harness.ts';
import { until } from '../until.ts';

export type ServiceProcess = AsyncDisposable & {
  /** SIGKILL: none of it runs any more when this resolves. */
  kill(): Promise<void>;
  /** Its output so far. */
  output(): string;
};

const START_PATIENCE_MS = 60_000;

/** Starts `src/main.ts` and resolves when it is ready. */
export async function startServiceProcess(
  url: string,
  environment: Record<string, string>,
  /** Called for each line on stderr. */
  heard: (line: string) => void = () => {},
): Promise<ServiceProcess> {
  let output = '';
  const child: ChildProcess = spawn(process.execPath, ['src/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      ...COMPILED,
      PORT: new URL(url).port,
      PARLEY_OPERATOR_KEY: OPERATOR_KEY,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  createInterface(child.stderr!).on('line', heard);
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${output}`);
      return (await fetch(`${url}/readyz`).catch(() => null))?.ok;
    },
    'the service to be ready',
    START_PATIENCE_MS,
  ).catch(async (cause) => {
    await end('SIGKILL');
    throw new Error(`the service has said:\n${output}`, { cause });
  });
  return {
    kill: () => end('SIGKILL'),
    output: () => output,
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
}

export function startPlatform() {
  const log = pino({ level: 'silent' });
  return startEmulator({ host: '127.0.0.1', port: 0, operatorKey: OPERATOR_KEY, log });
}
