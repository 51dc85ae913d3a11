/** Secrets that a command needs. They are no arguments, which other users of the machine could see. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailure } from './failure.ts';

/** Each on a line: asked for on a terminal, where what is typed is not shown, or read from a pipe. `of` is what needs them. */
export async function askSecrets(of: string, names: readonly string[]): Promise<Record<string, string>> {
  const isTerminal = process.stdin.isTTY === true;
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal });
  const reading = lines[Symbol.asyncIterator]();
  const values: [string, string][] = [];
  try {
    for (const name of names) {
      if (isTerminal) process.stderr.write(`${of}, ${name}: `);
      const { value, done } = await reading.next();
      if (isTerminal) process.stderr.write('\n');
      if (done === true || value.trim() === '') {
        throw new CommandFailure('A secret is missing', `${of} needs ${names.join(' and ')}, each on a line.`);
      }
      values.push([name, value.trim()]);
    }
  } finally {
    lines.close();
  }
  return Object.fromEntries(values);
}
