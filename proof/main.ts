/** Entry point of the proof: arguments → run → report → exit code. */
import { randomInt } from 'node:crypto';
import { HELP, NotUnderstood, readOptions } from './options.ts';
import { report } from './report.ts';
import { prove } from './run.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2), randomInt(2 ** 32));
    if (!options) {
      process.stdout.write(HELP);
      return 0;
    }
    const say = (line: string) => process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    say(`seed ${options.seed}`);
    const result = await prove(options, say, interrupted.signal);
    process.stdout.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : report(result));
    return result.breaches === 0 ? 0 : 1;
  } catch (cause) {
    if (cause instanceof NotUnderstood) {
      process.stderr.write(`${cause.message}\n\n${HELP}`);
      return 2;
    }
    process.stderr.write(`\n${cause instanceof Error ? cause.stack : cause}\n`);
    return 3;
  }
}
