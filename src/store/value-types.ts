/**
 * Conversions between PostgreSQL's values and JavaScript's, beyond the driver's own. The driver would query the server
 * for its array types on each new connection, and a connection that breaks during that query ends the process with an
 * unhandled rejection; so the ones that we use are listed here, and it does not query.
 */
import type postgres from 'postgres';

type Element = { parse: (text: string) => unknown; serialize: (value: never) => string };

const TEXT: Element = { parse: (text) => text, serialize: (value) => `${value}` };
const NUMBER: Element = { parse: Number, serialize: (value) => `${value}` };
const JSON_TEXT: Element = { parse: (text) => JSON.parse(text), serialize: (value) => JSON.stringify(value) };
const BOOLEAN: Element = { parse: (text) => text === 't', serialize: (value) => (value ? 't' : 'f') };
const TIME: Element = {
  parse: (text) => new Date(text),
  serialize: (value: Date | string) => new Date(value).toISOString(),
};

/** Array types: object identifier (fixed in PostgreSQL's catalogue), and its element type. */
const ARRAYS: readonly [number, Element][] = [
  [1000, BOOLEAN], // boolean[]
  [1005, NUMBER], // smallint[]
  [1007, NUMBER], // integer[]
  [1016, NUMBER], // bigint[]
  [1022, NUMBER], // double precision[]
  [1009, TEXT], // text[]
  [1015, TEXT], // varchar[]
  [2951, TEXT], // uuid[]
  [1185, TIME], // timestamptz[]
  [3807, JSON_TEXT], // jsonb[]
];

const BIGINT = 20;

export const VALUE_TYPES: Record<string, postgres.PostgresType> = {
  // As a number: sequence numbers and counts stay far below 2^53, and a JavaScript bigint does not survive JSON.
  bigint: { to: BIGINT, from: [BIGINT], parse: Number, serialize: String },
  ...Object.fromEntries(ARRAYS.map(([oid, element]) => [`array_${oid}`, arrayType(oid, element)])),
};

function arrayType(oid: number, { parse, serialize }: Element): postgres.PostgresType {
  return {
    to: oid,
    from: [oid],
    parse: (text: string) => parseArray(text, parse),
    serialize: (values: never[]) => `{${values.map((value) => quote(value, serialize)).join(',')}}`,
  };
}

function quote(value: never, serialize: (value: never) => string): string {
  return value === null ? 'NULL' : `"${serialize(value).replace(/["\\]/g, '\\$&')}"`;
}

/** One dimension, as in `{1,NULL,"a \"quoted\" one"}`; an element in quotes is never NULL. */
function parseArray<T>(text: string, parse: (text: string) => T): (T | null)[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|[^{},]+/gs)].map(([plain, quoted]) => {
    if (quoted !== undefined) return parse(quoted.replace(/\\(.)/gs, '$1'));
    return plain === 'NULL' ? null : parse(plain);
  });
}
