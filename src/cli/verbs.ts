/**
 * Commands that are one call of the API and say what came of it. The arguments of a usage line are the parameters of the
 * path. What takes more than a call has a function of its own, and lists are in `list.ts`.
 */
import type { Answer, PathOf } from '#client';
import { argumentsOf, type Cli, type Command, type Options } from './command.ts';
import type { Given } from './list.ts';
import { described } from './output.ts';
import { readSettings } from './settings.ts';

/** Shows what is at a path. */
export function show<Path extends PathOf<'get'>>(
  usage: string,
  says: string,
  path: Path,
  {
    options = {},
    query,
    text = described,
  }: {
    options?: Options;
    query?(given: Given): Given;
    text?(answer: Answer<Path, 'get'> & object): string;
  } = {},
): Command {
  const run = async ({ api, out }: Cli, given: Given) => {
    const found = await api.call<Answer<Path, 'get'> & object>('get', path, {
      params: { path: given, query: query?.(given) ?? {} },
    });
    out.show(found, () => text(found));
  };
  return { usage, says, options, remote: true, explicit: false, run };
}

/** Asks for something to be done. `id`: what `--quiet` prints. */
export function act<Path extends PathOf<'post'>>(
  usage: string,
  says: string,
  path: Path,
  {
    options = {},
    explicit = false,
    body,
    text = described,
    id,
  }: {
    options?: Options;
    explicit?: boolean;
    body?(given: Given): object;
    text?(answer: Answer<Path, 'post'> & object, given: Given): string;
    id?(answer: Answer<Path, 'post'>): string;
  } = {},
): Command {
  const run = async ({ api, out }: Cli, given: Given) => {
    const answer = await api.call<Answer<Path, 'post'> & object>('post', path, {
      params: { path: given },
      ...(body && { body: body(given) }),
    });
    out.show(answer, () => text(answer, given), id?.(answer));
  };
  return { usage, says, options, remote: true, explicit, run };
}

/** Sets fields: the last of the usage line are `key=value…`. */
export function change(usage: string, says: string, path: PathOf<'patch'>): Command {
  const run = async ({ api, out }: Cli, { rest, ...given }: { rest: string[] } & Record<string, unknown>) => {
    const changed = await api.call<object>('patch', path, {
      params: { path: given as Given },
      body: readSettings(rest),
    });
    out.show(changed, () => described(changed));
  };
  return { usage, says, options: {}, remote: true, explicit: false, run };
}

/** Takes away what its last argument names. `done`: the field that `--json` has beside it. */
export function remove(
  usage: string,
  says: string,
  path: PathOf<'delete'>,
  { done = 'deleted', text }: { done?: string; text?(name: string): string } = {},
): Command {
  const { name: last } = argumentsOf({ usage }).at(-1)!;
  const run = async ({ api, out }: Cli, given: Given) => {
    await api.call('delete', path, { params: { path: given } });
    const name = given[last]!;
    out.show({ [last]: name, [done]: true }, () => text?.(name) ?? `Deleted ${name}.`);
  };
  return { usage, says, options: {}, remote: true, explicit: true, run };
}
