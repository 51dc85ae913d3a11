/**
 * Reads JSON the way Google's front end reads a protocol buffer: unknown fields, wrong types, unknown enum words and
 * two fields of a one-of are refused with Google's messages; snake_case and enum numbers are accepted; defaults are
 * left out of the result. The shapes are in `content-shapes.ts`. Source: docs/platform.md, "JSON conventions".
 */
import { timestamp } from '../clock.ts';
import { invalid } from './google-error.ts';

export type Field =
  | { type: 'string'; maxLength?: number; tooLong?: string }
  | { type: 'bool' | 'double' | 'timestamp' | 'duration' }
  /** The first word is the default, and left out on output. */
  | { type: 'enum'; words: readonly string[] }
  | { type: 'message'; shape: Shape }
  | { type: 'list'; shape: Shape; max: number }
  /** Known, but set by the platform alone: a client's value is ignored. */
  | { type: 'output' };

export type Shape = {
  fields: Record<string, Field>;
  /** Groups of fields of which at most one may be set. */
  oneOfs?: Record<string, readonly string[]>;
};

type Json = Record<string, unknown>;

/** The canonical form of `value`. @throws GoogleError 400 for the first fault. */
export function readMessage(value: unknown, shape: Shape, path: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType(path, 'TYPE_MESSAGE', value);
  const message: Json = {};
  for (const key of Object.keys(value)) {
    const name = Object.hasOwn(shape.fields, key) ? key : camelCase(key);
    if (!Object.hasOwn(shape.fields, name)) {
      const text = `Invalid JSON payload received. Unknown name "${key}" at '${path}': Cannot find field.`;
      throw invalid(text, path);
    }
    const raw = (value as Json)[key];
    if (raw === null) continue;
    const read = readField(raw, shape.fields[name]!, path, name);
    if (read !== undefined) message[name] = read;
  }
  if (shape.oneOfs) checkOneOfs(value as Json, shape.oneOfs, path);
  return message;
}

/** The path of the field itself is built only where it is needed: this runs for every field of every message. */
function readField(value: unknown, field: Field, parent: string, name: string): unknown {
  switch (field.type) {
    case 'string':
      if (typeof value !== 'string') throw wrongType(below(parent, name), 'TYPE_STRING', value);
      if (field.maxLength !== undefined && isLongerThan(value, field.maxLength)) {
        const text = field.tooLong ?? `The text of '${name}' exceeds ${field.maxLength} characters.`;
        throw invalid(text, below(parent, name));
      }
      return value;
    case 'bool':
      if (typeof value !== 'boolean') throw wrongType(below(parent, name), 'TYPE_BOOL', value);
      return value || undefined;
    case 'output':
      return undefined;
    case 'double':
      return readDouble(value, below(parent, name));
    case 'timestamp':
      return readTimestamp(value, below(parent, name));
    case 'duration':
      return readDuration(value, below(parent, name));
    case 'enum':
      return readEnum(value, field.words, below(parent, name));
    case 'message':
      return readMessage(value, field.shape, below(parent, name));
    case 'list':
      return readList(value, field.shape, field.max, below(parent, name));
  }
}

/** Google names the fields of a path in snake_case. */
const below = (parent: string, name: string) => `${parent}.${snakeCase(name)}`;

/** A number, or a string that holds one: proto JSON takes both, and Google's own guide sends strings. */
function readDouble(value: unknown, path: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw wrongType(path, 'TYPE_DOUBLE', value);
  return number;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function readTimestamp(value: unknown, path: string): string {
  const ms = typeof value === 'string' && TIMESTAMP.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw invalid(`Invalid value at '${path}' (type.googleapis.com/google.protobuf.Timestamp), ${shown(value)}`, path);
  }
  return timestamp(ms);
}

function readDuration(value: unknown, path: string): string {
  if (typeof value === 'string' && /^-?\d{1,12}(\.\d{1,9})?s$/.test(value)) return value;
  throw invalid(`Invalid value at '${path}' (type.googleapis.com/google.protobuf.Duration), ${shown(value)}`, path);
}

function readEnum(value: unknown, words: readonly string[], path: string): string | undefined {
  const word = typeof value === 'number' ? words[value] : value;
  const index = words.indexOf(word as string);
  if (index < 0) throw wrongType(path, 'TYPE_ENUM', value);
  return index === 0 ? undefined : words[index];
}

function readList(value: unknown, shape: Shape, max: number, path: string): Json[] | undefined {
  if (!Array.isArray(value)) throw wrongType(path, 'TYPE_LIST', value);
  if (value.length > max) throw invalid(`At most ${max} elements are allowed at '${path}', not ${value.length}.`, path);
  if (value.length === 0) return undefined;
  return value.map((element, index) => readMessage(element, shape, `${path}[${index}]`));
}

function checkOneOfs(value: Json, oneOfs: NonNullable<Shape['oneOfs']>, path: string): void {
  for (const group of Object.keys(oneOfs)) {
    const set = Object.keys(value).filter((key) => value[key] !== null && oneOfs[group]!.includes(camelCase(key)));
    if (set.length < 2) continue;
    const [first, second] = set;
    throw invalid(
      `Invalid value at '${path}' (oneof), oneof field '${group}' is already set by '${first}'. Cannot set '${second}'`,
      path,
    );
  }
}

/** Characters, not UTF-16 units: a length in units can only be the larger of the two. */
function isLongerThan(text: string, maxLength: number): boolean {
  return text.length > maxLength && [...text].length > maxLength;
}

function wrongType(path: string, type: string, value: unknown) {
  return invalid(`Invalid value at '${path}' (${type}), ${shown(value)}`, path);
}

const MAX_SHOWN_LENGTH = 100;
const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, MAX_SHOWN_LENGTH);

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
