/**
 * A command: a usage line, and a function that gets what the line names. The parser, `help` and the types all read that
 * line, so that they cannot differ. All commands are listed in `commands.ts`.
 */
import type { CliConfig } from '../config.ts';
import type { Api } from './api.ts';
import type { Output } from './output.ts';
import type { Project } from './project.ts';

export type Cli = { config: CliConfig; project: Project; api: Api; out: Output };

/** Without `value` it is a flag. */
export type Option = { value?: string; says: string; required?: true };
export type Options = Readonly<Record<string, Option>>;

/** Options of every command. */
export const COMMON = {
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  url: { type: 'string' },
  key: { type: 'string' },
  profile: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** The values of `<names>`, `[names]` and a trailing `names…` in a usage line. */
type Given<Usage extends string, Opts extends Options> = { [Name in Needed<Usage>]: string } & {
  [Name in Allowed<Usage>]: string | undefined;
} & {
  [Name in keyof Opts]: Opts[Name] extends { value: string }
    ? Opts[Name] extends { required: true }
      ? string
      : string | undefined
    : boolean | undefined;
} & { rest: string[] };
type Needed<Usage> = Usage extends `${string}<${infer Name}>${infer Rest}` ? Name | Needed<Rest> : never;
type Allowed<Usage> = Usage extends `${string}[${infer Name}]${infer Rest}` ? Name | Allowed<Rest> : never;

export type Command = {
  usage: string;
  says: string;
  options: Options;
  /** Whether it calls the service, and so needs a key. */
  remote: boolean;
  /** Whether it takes nothing from the project: what it does is not easily undone. */
  explicit: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: `command` has checked it against the usage line
  run(cli: Cli, given: any): Promise<void>;
};

export function command<const Usage extends string, const Opts extends Options = Readonly<Record<never, Option>>>(
  usage: Usage,
  says: string,
  run: (cli: Cli, given: Given<Usage, Opts>) => Promise<void>,
  {
    options = {} as Opts,
    remote = true,
    explicit = false,
  }: { options?: Opts; remote?: boolean; explicit?: boolean } = {},
): Command {
  return { usage, says, options, remote, explicit, run };
}

/** The functions of a module by their names; it is loaded when one is called, so that no command waits for another's. */
export function lazy<Module extends object>(load: () => Promise<Module>) {
  return <Name extends keyof Module>(name: Name): Module[Name] => {
    const run: Command['run'] = async (cli, given) => ((await load())[name] as Command['run'])(cli, given);
    return run as Module[Name];
  };
}

/** The words before the first argument: `states push`. */
export function words({ usage }: Command): string[] {
  return usage.split(' ').filter((word) => /^[a-z-]+$/.test(word));
}

export type Argument = { name: string; kind: 'needed' | 'allowed' | 'rest' };

export function argumentsOf({ usage }: Pick<Command, 'usage'>): Argument[] {
  return usage.split(' ').flatMap((word): Argument[] => {
    if (/^<.+>$/.test(word)) return [{ name: word.slice(1, -1), kind: 'needed' }];
    if (/^\[.+\]$/.test(word)) return [{ name: word.slice(1, -1), kind: 'allowed' }];
    return word.endsWith('…') ? [{ name: word, kind: 'rest' }] : [];
  });
}
