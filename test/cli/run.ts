/** The real command line in its own process, configured for a service. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR_KEY, type Service } from '../harness.ts';
import { until } from '../until.ts';

const MAIN = join(import.meta.dirname, '../../src/cli/main.js');

export type Ran = { code: number | null; stdout: string; stderr: string };
export type Environment = Record<string, string>;

/** What a person has begun in a clone, such as its `.parley.json`, is not there. */
const NOWHERE = mkdtempSync(join(tmpdir(), 'parley-cli-'));
process.on('exit', () => rmSync(NOWHERE, { recursive: true, force: true }));

/** Without the caller's environment, so that a test's settings are all that the command has. */
function start(args: readonly string[], environment: Environment, cwd = NOWHERE): ChildProcess {
  const { PATH, HOME, PARLEY_HOME } = process.env;
  return spawn(process.execPath, [MAIN, ...args], { env: { PATH, HOME, PARLEY_HOME, ...environment }, cwd });
}

/** Runs it to its end. `stdin` is piped to it. */
export async function run(
  args: readonly string[],
  environment: Environment = {},
  stdin = '',
  cwd?: string,
): Promise<Ran> {
  const child = start(args, environment, cwd);
  let stdout = '';
  let stderr = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A command that reads nothing may end before its stdin is written.
  child.stdin!.on('error', () => {}).end(stdin);
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

export type Parley = {
  environment: Environment;
  /** A command that must succeed; returns its output. */
  says(...args: string[]): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of the document
  json(...args: string[]): Promise<any>;
  /** A command that must be refused. */
  fails(...args: string[]): Promise<Ran>;
};

export function parley(service: Pick<Service, 'url'>): Parley {
  const environment = { PUBLIC_URL: service.url, PARLEY_OPERATOR_KEY: OPERATOR_KEY };
  async function says(...args: string[]) {
    const { code, stdout, stderr } = await run(args, environment);
    if (code !== 0) throw new Error(`parley ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  }
  return {
    environment,
    says,
    json: async (...args) => JSON.parse(await says(...args, '--json')),
    async fails(...args) {
      const ran = await run(args, environment);
      if (ran.code !== 1)
        throw new Error(`parley ${args.join(' ')} ended with ${ran.code}: ${ran.stderr}${ran.stdout}`);
      return ran;
    },
  };
}

/** A command that keeps running: its output so far, and its end by a signal. */
export function follow(args: readonly string[], environment: Environment) {
  const child = start(args, environment);
  let said = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const closed = once(child, 'close');
  return {
    write: (text: string) => child.stdin!.write(text),
    waitFor: (pattern: RegExp) => until(() => pattern.exec(said), `${pattern} in: ${said}`),
    async stop(): Promise<number | null> {
      child.kill('SIGINT');
      const [code] = await closed;
      return code;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** A folder of these files, removed afterwards. */
export async function makeFolder(files: Record<string, string> = {}): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
