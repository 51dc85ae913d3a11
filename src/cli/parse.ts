/** From the words of a command line to a command and its arguments. Every error suggests what to type next. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { PROGRAM } from '../program.ts';
import { argumentsOf, COMMON, type Command, words } from './command.ts';
import { COMMANDS } from './commands.ts';
import { UsageError } from './failure.ts';
import { commandHelp, unknown } from './help.ts';
import { PROJECT_FILE } from './project.ts';

export type Parsed = {
  command: Command;
  given: Record<string, unknown>;
  json: boolean;
  quiet: boolean;
  url: string | undefined;
  key: string | undefined;
  profile: string | undefined;
};

/** `assumed`: values of arguments that may be left out, by name. @throws UsageError */
export function parse(argv: readonly string[], assumed: Readonly<Record<string, string>> = {}): Parsed {
  const { command, wantsHelp } = findCommand(argv);
  const options: ParseArgsOptionsConfig = { ...COMMON };
  for (const [name, { value }] of Object.entries(command.options)) {
    options[name] = { type: value === undefined ? 'boolean' : 'string' };
  }
  const { values, positionals } = readArgs(argv, options, command);
  const {
    json = false,
    quiet = false,
    url,
    key,
    profile,
    ...own
  } = values as Partial<Omit<Parsed, 'command' | 'given'>>;
  if (json && quiet) throw new UsageError('--json and --quiet exclude each other.', commandHelp(command));
  const common = { json, quiet, url, key, profile };
  if (wantsHelp) {
    const [noun, verb] = words(command);
    const given = positionals[1] === verb ? { noun, verb } : { noun };
    return { command: named('help'), given, ...common };
  }
  const given = assign(command, positionals.slice(words(command).length), command.explicit ? {} : assumed);
  return { command, given: { ...given, ...own }, ...common };
}

/** The command that an option stands for. */
function named(name: 'help' | 'version'): Command {
  return COMMANDS.find((command) => words(command)[0] === name)!;
}

function findCommand(argv: readonly string[]): { command: Command; wantsHelp: boolean } {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: COMMON,
    allowPositionals: true,
    strict: false,
  });
  const [noun, verb] = positionals;
  const wantsHelp = values.help === true;
  if (noun === undefined) return { command: named(values.version === true ? 'version' : 'help'), wantsHelp: false };
  const ofNoun = COMMANDS.filter((command) => words(command)[0] === noun);
  if (ofNoun.length === 0) throw unknown('command', noun, [...new Set(COMMANDS.map((command) => words(command)[0]!))]);
  const found = ofNoun.find((command) => words(command).length === 1 || words(command)[1] === verb);
  if (found) return { command: found, wantsHelp };
  if (wantsHelp) return { command: ofNoun[0]!, wantsHelp };
  const verbs = ofNoun.map((command) => words(command)[1]!);
  if (verb === undefined) throw new UsageError(`${noun} needs a verb: ${verbs.join(', ')}.`, `${PROGRAM} help ${noun}`);
  throw unknown(`${noun} command`, verb, verbs, `${noun} `);
}

function readArgs(argv: readonly string[], options: ParseArgsOptionsConfig, command: Command) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (cause) {
    const name = /'--?([^' ]+)/.exec((cause as Error).message)?.[1];
    if (name !== undefined && !(name in options) && (cause as NodeJS.ErrnoException).code?.endsWith('UNKNOWN_OPTION')) {
      throw unknown(
        'option',
        `--${name}`,
        Object.keys(options).map((option) => `--${option}`),
        '',
        command,
      );
    }
    const [sentence] = (cause as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence}.`, commandHelp(command));
  }
}

function assign(command: Command, positionals: string[], assumed: Readonly<Record<string, string>>) {
  const given: Record<string, unknown> = { rest: [] };
  const left = [...positionals];
  const places = argumentsOf(command);
  let missing = places.filter(({ kind }) => kind !== 'allowed').length - left.length;
  for (const { name, kind } of places) {
    if (kind === 'needed' && missing > 0 && name in assumed) {
      given[name] = assumed[name];
      missing -= 1;
    } else if (kind === 'rest') given['rest'] = left.splice(0);
    else if (left.length > 0) given[name] = left.shift();
    else if (kind === 'needed')
      throw new UsageError(`<${name}> is missing.${notAssumed(command, assumed)}`, commandHelp(command));
  }
  if (left.length > 0) throw new UsageError(`There is an extra argument: ${left[0]}`, commandHelp(command));
  return given;
}

/** Why nothing stands for an agent that the line does not give. */
function notAssumed(command: Command, assumed: Readonly<Record<string, string>>): string {
  if (!argumentsOf(command).some(({ name, kind }) => name === 'agentId' && kind === 'needed')) return '';
  if (command.explicit) return ` This command takes nothing from ${PROJECT_FILE}.`;
  return 'agentId' in assumed ? '' : ` Here is no ${PROJECT_FILE}, which says <agentId>: ${PROGRAM} init writes one.`;
}

/** Checks the required options. @throws UsageError */
export function checkOptions({ command, given }: Parsed): void {
  for (const [name, { required, value }] of Object.entries(command.options)) {
    if (required && given[name] === undefined)
      throw new UsageError(`--${name} <${value}> is missing.`, commandHelp(command));
  }
}
