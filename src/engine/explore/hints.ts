/**
 * What a flow seems to expect of the world, read from its templates: the values that it compares with, the fields of
 * results that it reads, the params that a send may bring. A user and connectors without hints would seldom hit a branch.
 */
import type { Flow } from '../../model/flow.ts';
import type { JsonValue } from '../../model/json.ts';
import { type Read, readTemplates } from '../check.ts';
import type { Sandbox } from '../sandbox.ts';
import { entriesOf } from '../verify/view.ts';

/** Values of one place: enough for its branches. */
const MAX_VALUES = 50;

/** The fields of a result that are read, by name; without any it is a value. `values`: what it is compared with. */
export type Shape = { fields: Map<string, Shape>; values: JsonValue[]; isList: boolean };

export type Hints = {
  /** States that a send may name. */
  entries: string[];
  keywords: string[];
  /** Names of params. */
  params: string[];
  /** By contextKey. */
  results: Map<string, Shape>;
  /** By what they are compared with: `input.size`. */
  compared: Map<string, JsonValue[]>;
  /** All of them. */
  words: string[];
  /** Fields of the elements of lists. */
  elements: string[];
};

/** @throws Problem `not_ready` when a template ran out of time */
export async function hintsOf(
  { variablesOf }: Pick<Sandbox, 'variablesOf'>,
  accountId: string,
  flow: Flow,
): Promise<Hints> {
  const reads: Read[] = [];
  for (const body of Object.values(flow.states)) {
    reads.push(...(await readTemplates(body, (template) => variablesOf(accountId, template))).reads);
  }
  const variables = reads.flatMap((read) => read.variables);
  const texts = reads.map(({ text }) => text);
  const compared = comparedIn(texts);
  const lists = new Set(texts.flatMap((text) => [...text.matchAll(LOOP)].map(([, path = '']) => path)));
  const shapeAt = (path: string): Shape => ({
    fields: new Map(),
    values: compared.get(path) ?? [],
    isList: lists.has(path),
  });
  const results = new Map<string, Shape>();
  for (const { path, isLocal } of variables) {
    const [root, contextKey, ...fields] = path;
    if (root !== 'data' || isLocal || typeof contextKey !== 'string') continue;
    const shape = results.get(contextKey) ?? shapeAt(`data.${contextKey}`);
    results.set(contextKey, shape);
    addFields(shape, `data.${contextKey}`, fields, shapeAt);
  }
  const named = (isWanted: (path: (typeof variables)[number]) => boolean) =>
    [...new Set(variables.filter(isWanted).map(({ path }) => path[1]))].filter((name) => typeof name === 'string');
  return {
    entries: [...new Set(entriesOf(flow))].filter((stateId) => Object.hasOwn(flow.states, stateId)),
    keywords: (flow.keywords ?? []).map(({ keyword }) => keyword),
    params: named(({ path, isLocal }) => path[0] === 'params' && !isLocal),
    results,
    compared,
    words: [...new Set([...compared.values()].flat().map(String))].slice(0, MAX_VALUES),
    elements: named(({ isLocal }) => isLocal).filter((name) => !['size', 'first', 'last'].includes(name)),
  };
}

function addFields(
  shape: Shape,
  at: string,
  fields: (string | number | null)[],
  shapeAt: (path: string) => Shape,
): void {
  const [field, ...deeper] = fields;
  if (typeof field !== 'string' || field === 'size' || field === 'first' || field === 'last') return;
  const path = `${at}.${field}`;
  const inner = shape.fields.get(field) ?? shapeAt(path);
  shape.fields.set(field, inner);
  addFields(inner, path, deeper, shapeAt);
}

const LITERAL = String.raw`'[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|true|false|nil|null|empty|blank`;
const COMPARISON = new RegExp(String.raw`([A-Za-z_][\w.-]*)\s*(==|!=|<>|>=|<=|>|<|contains)\s*(${LITERAL})`, 'g');
const LOOP = /\{%-?\s*(?:for|tablerow)\s+\w+\s+in\s+([\w.-]+)/g;
const CASE = /\{%-?\s*case\s+([\w.-]+)[^%]*%\}([\s\S]*?)\{%-?\s*endcase/g;

function comparedIn(templates: string[]): Hints['compared'] {
  const compared = new Map<string, JsonValue[]>();
  const add = (path: string, ...values: JsonValue[]) => {
    const known = compared.get(path) ?? [];
    compared.set(path, known);
    for (const value of values) if (known.length < MAX_VALUES && !known.includes(value)) known.push(value);
  };
  for (const template of templates) {
    for (const [, path = '', , literal = ''] of template.matchAll(COMPARISON)) add(path, ...around(path, literal));
    for (const [, path = '', branches = ''] of template.matchAll(CASE)) {
      for (const [, values = ''] of branches.matchAll(/\{%-?\s*when\s+([^%]*)/g)) {
        for (const [literal] of values.matchAll(new RegExp(LITERAL, 'g'))) add(path, ...around(path, literal));
      }
    }
  }
  return compared;
}

/** A value, and its neighbours where it is a number; a text of such a length where it is compared with a length. */
function around(path: string, literal: string): JsonValue[] {
  if (/^['"]/.test(literal)) return [literal.slice(1, -1)];
  if (literal === 'true' || literal === 'false') return [literal === 'true'];
  const number = Number(literal);
  if (Number.isNaN(number)) return [];
  if (!path.endsWith('.size')) return [number, number + 1, number - 1];
  const isLength = Number.isInteger(number) && number > 0 && number <= 200;
  return isLength ? ['1234567890'.repeat(21).slice(0, number)] : [];
}
