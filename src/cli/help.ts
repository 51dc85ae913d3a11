/** The text of `parley help`, generated from the table of commands. */

import { PROGRAM } from '../program.ts';
import { type Cli, type Command, words } from './command.ts';
import { UsageError } from './failure.ts';
import { bold, dim } from './output.ts';
import { PROJECT_FILE } from './project.ts';

/** Share of wrong letters beyond which a suggestion would be a guess. */
const WRONG_SHARE = 1 / 3;

export async function showHelp(
  all: readonly Command[],
  { out }: Cli,
  { noun, verb }: { noun?: string | undefined; verb?: string | undefined },
): Promise<void> {
  const ofNoun = all.filter((command) => noun === undefined || words(command)[0] === noun);
  if (ofNoun.length === 0)
    throw unknown('command', noun!, [...new Set(all.map((command) => words(command)[0]!))], 'help ');
  const commands = ofNoun.filter((command) => verb === undefined || words(command)[1] === verb);
  if (commands.length === 0) {
    const verbs = ofNoun.flatMap((command) => words(command).slice(1));
    throw unknown(`${noun} command`, verb!, verbs, `help ${noun} `);
  }
  const document = commands.map(({ usage, says, options }) => ({ usage, says, options }));
  out.show(document, () => (noun === undefined ? overview(all) : commands.map(details).join('\n\n')));
}

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options).map(([name, { value, required }]) => {
    const option = value === undefined ? `--${name}` : `--${name} <${value}>`;
    return required ? option : `[${option}]`;
  });
  return [`Usage: ${PROGRAM}`, command.usage, ...options].join(' ');
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, says }) => `  ${usage.padEnd(width)}  ${dim(says)}`);
  return [
    `${bold('parley')} controls a Parley service over its HTTP API: ${PROGRAM} <noun> <verb> …`,
    '',
    ...lines,
    '',
    'Options of every command:',
    `  --json        ${dim('one JSON document (JSON lines for events tail)')}`,
    `  --url <url>   ${dim('the service; defaults to PUBLIC_URL, PORT, the one that runs on DATA_DIR, or the only one that is yours')}`,
    `  --key <key>   ${dim('operator key or access token; defaults to PARLEY_OPERATOR_KEY, then DATA_DIR/operator-key')}`,
    `  --profile <n> ${dim(`a service of ${PROGRAM} profiles list, in place of --url and --key`)}`,
    `  --version     ${dim('the version of this program')}`,
    `  --quiet       ${dim('for scripts: only the ids of what was made or listed, and secrets that are shown once')}`,
    '',
    'An agent, a brand, a credential and the like are found by their names as well as by their ids, a person by the',
    'e-mail address, an endpoint by its address. A command that lacks the agent, or the phone number after it, takes that',
    `of ${PROJECT_FILE}, which ${PROGRAM} init writes.`,
    '',
    `Help on one noun, or one command: ${PROGRAM} help states, ${PROGRAM} help states push`,
  ].join('\n');
}

function details(command: Command): string {
  const lines = [bold(commandHelp(command)), `  ${command.says}`];
  const width = Math.max(0, ...Object.keys(command.options).map((name) => name.length));
  for (const [name, { says }] of Object.entries(command.options)) lines.push(`  --${name.padEnd(width)}  ${dim(says)}`);
  return lines.join('\n');
}

/** A word that is none of those that are known, with the nearest of them. */
export function unknown(what: string, said: string, known: string[], before = '', command?: Command): UsageError {
  const nearest = known
    .map((word) => ({ word, away: distance(said, word) }))
    .filter(({ word, away }) => away <= word.length * WRONG_SHARE)
    .sort((one, other) => one.away - other.away)[0];
  const hint = nearest
    ? `Did you mean: ${before}${nearest.word}`
    : command
      ? commandHelp(command)
      : `All commands: ${PROGRAM} help`;
  return new UsageError(`There is no ${what} "${said}".`, hint);
}

/** The Levenshtein distance between two words. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
