/**
 * A command's output: one JSON document for programs, aligned text for people, or with `--quiet` only ids, for scripts.
 * Commands supply the content.
 */
import { styleText } from 'node:util';
import { CommandFailure, UsageError } from './failure.ts';

export type Output = {
  json: boolean;
  quiet: boolean;
  /** The command's result: the document with `--json`, the ids alone with `--quiet`, one a line, else the text. */
  show(document: unknown, text: () => string, ids?: string | readonly string[]): void;
  /** A line of continuous output: compact JSON with `--json`, else the text. */
  line(document: unknown, text: () => string): void;
  /** For people only, in addition to the result. */
  note(text: string): void;
};

/** Of what a table shows of an object or a long text. */
const CELL_WIDTH = 60;

/** No style when the stream is not a terminal, or with NO_COLOR. */
export const bold = (text: string) => styleText('bold', text);
export const dim = (text: string) => styleText('dim', text);
export const good = (text: string) => styleText('green', text);
export const bad = (text: string) => styleText('red', text);
export const accent = (text: string) => styleText('cyan', text);

const alarm = (text: string) => styleText('red', text, { stream: process.stderr });

export function createOutput({ json, quiet }: Pick<Output, 'json' | 'quiet'>): Output {
  const write = (text: string) => void process.stdout.write(`${text}\n`);
  return {
    json,
    quiet,
    show: (document, text, ids = []) => {
      if (quiet) for (const id of [ids].flat()) write(id);
      else write(json ? JSON.stringify(document, null, 2) : text());
    },
    line: (document, text) => write(json ? JSON.stringify(document) : text()),
    note: (text) => {
      if (!json && !quiet) write(text);
    },
  };
}

/** External text made safe for a terminal: its control characters cannot move the cursor or change a colour. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd');
}

/** On one line, at most `width` characters. */
export function short(text: string, width: number): string {
  const line = plain(text).replace(/\s+/g, ' ').trim();
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** Rows under their heads, each column as wide as its widest cell. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => plain(cell)));
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [dim(line(heads)), ...cells.map(line)].join('\n');
}

/** Below a list that has everything. */
export const inAll = (count: number) => dim(`${count.toLocaleString('en')} in all`);

/** A table of everything that there is, with how much that is. */
export function wholeTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${table(heads, rows)}\n${inAll(rows.length)}`;
}

/** Names and values, one below the other. */
export function fields(values: Record<string, string>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${dim(name.padEnd(width))}  ${plain(value)}`)
    .join('\n');
}

/** A document of the API: its fields, those of the objects in it by their paths, and its lists of objects as tables below. */
export function described(document: object): string {
  const single: [string, unknown][] = [];
  const tables: string[] = [];
  const add = (name: string, value: unknown): void => {
    if (isRows(value)) tables.push(`\n${bold(name)}\n${tableOf(value)}`);
    else if (!isObject(value)) single.push([name, value]);
    else for (const [key, within] of Object.entries(value)) add(`${name}.${key}`, within);
  };
  for (const [name, value] of Object.entries(document)) add(name, value);
  return [fields(Object.fromEntries(single.map(([name, value]) => [name, cell(value)]))), ...tables].join('\n');
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRows = (value: unknown): value is object[] => Array.isArray(value) && value.length > 0 && value.every(isObject);

function tableOf(rows: object[]): string {
  const heads = [...new Set(rows.flatMap(Object.keys))];
  return table(
    heads,
    rows.map((row) => heads.map((head) => short(cell(Reflect.get(row, head)), CELL_WIDTH))),
  );
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? time(value) : value;
}

/** Of a file. */
export function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** An ISO time as `2026-01-02 03:04:05` in UTC; a dash for none. */
export function time(iso: string | null | undefined): string {
  return iso ? iso.slice(0, 19).replace('T', ' ') : '–';
}

/** Prints a failure and returns the exit code. With `--json` a refusal is the only document of the output. */
export function reportFailure(failure: unknown, json: boolean): number {
  if (failure instanceof UsageError) {
    process.stderr.write(`${alarm(failure.message)}\n${failure.hint === null ? '' : `  ${failure.hint}\n`}`);
    return 2;
  }
  if (!(failure instanceof CommandFailure)) throw failure;
  const { title, message: detail, code, errors } = failure;
  if (json) {
    const document = { title, detail, ...(code !== null && { code }), ...(errors.length > 0 && { errors }) };
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return 1;
  }
  const lines = [alarm(title), ...detail.split('\n').map((line) => `  ${plain(line)}`)];
  // The service's detail contains the first of them, and how many more there are.
  const isSaid = errors.length === 1 && detail.includes(errors[0]!.message);
  for (const { path, message } of isSaid ? [] : errors) lines.push(`  ${plain(`${path || '(the body)'}: ${message}`)}`);
  process.stderr.write(`${lines.join('\n')}\n`);
  return 1;
}
