/** Commands that list: which path, what of a row is shown, and what is said where there is none. */
import type { Answer, PathOf } from '#client';
import type { Cli, Command, Options } from './command.ts';
import { LIMIT, upTo } from './limit.ts';
import { table, wholeTable } from './output.ts';

/** What the line gives, by name. */
export type Given = Record<string, string | undefined>;

/** How many rows of a list without an end `--filter` reads. */
const SEARCHED = 10_000;

const FILTER = { filter: { value: 'text', says: 'only rows with this text in a column' } };

type Row<Path extends PathOf<'get'>, Plural> = Plural extends keyof Answer<Path, 'get'>
  ? Answer<Path, 'get'>[Plural] extends readonly (infer One)[]
    ? One
    : never
  : never;

type About<One> = {
  columns: readonly (readonly [head: string, cell: (row: One) => string])[];
  /** What `--quiet` prints of a row. */
  id(row: One): string;
  none(given: Given): string;
  /** What to do with the first row, below all. */
  next?(first: One): string;
  /** It grows without an end, so that only the newest are shown. */
  endless?: true;
  options?: Options;
  /** The parameters of the request, made of the options; the service checks them. */
  query?(given: Given): Given;
};

export function list<Path extends PathOf<'get'>, Plural extends keyof Answer<Path, 'get'> & string>(
  usage: string,
  says: string,
  path: Path,
  plural: Plural,
  { columns, id, none, next, endless, options = {}, query }: About<Row<Path, Plural>>,
): Command {
  const cells = (row: Row<Path, Plural>) => columns.map(([, cell]) => cell(row));
  const heads = columns.map(([head]) => head);

  async function run({ api, out }: Cli, given: Given): Promise<void> {
    const { filter, limit } = given;
    const params = { path: given, query: query?.(given) };
    const read = (atMost: number) =>
      api.list(path, plural, { params, atMost } as never) as Promise<Row<Path, Plural>[]>;
    const fits = (row: Row<Path, Plural>) =>
      filter === undefined || cells(row).some((cell) => cell.toLowerCase().includes(filter.toLowerCase()));
    const newest = async (atMost: number) =>
      filter === undefined ? read(atMost) : (await read(SEARCHED)).filter(fits).slice(0, atMost);
    const found = endless ? await upTo(limit, newest) : { rows: (await read(Infinity)).filter(fits) };
    const { rows } = found;
    const nothing = () => (filter === undefined ? none(given) : `No row has "${filter}".`);
    out.show(
      { [plural]: rows, ...('more' in found && { more: found.more }) },
      () => (rows.length === 0 ? nothing() : (endless ? table : wholeTable)(heads, rows.map(cells))),
      rows.map(id),
    );
    if (rows.length === 0) return;
    if ('note' in found) out.note(found.note);
    if (next) out.note(`\n${next(rows[0]!)}`);
  }

  return { usage, says, options: { ...options, ...(endless && LIMIT), ...FILTER }, remote: true, explicit: false, run };
}
