/** The placeholders of an operation, in the order in which it names them, for a form. Pure. */
import type { JsonObject, JsonValue } from '@model/json.ts';
import type { Schemas } from '#client';
import { jsonOrText } from '../json.ts';

export type ConnectorOperation = Schemas['Connector']['operations'][string];
export type ApiOperation = Extract<ConnectorOperation, { path: string }>;

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/g;

export function placeholdersOf(operation: ConnectorOperation): string[] {
  const texts =
    'path' in operation
      ? [operation.path, operation.query, operation.headers, operation.body]
      : 'tool' in operation
        ? [operation.arguments]
        : [];
  return [...new Set(texts.flatMap(namesIn))];
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

/** What was typed, without what was left empty. Numbers and the like where the operation says so. */
export function dataOf(operation: ConnectorOperation, typed: Record<string, string>): JsonObject {
  const types = 'placeholders' in operation ? operation.placeholders : undefined;
  const filled = Object.entries(typed).filter(([, text]) => text !== '');
  return Object.fromEntries(filled.map(([name, text]) => [name, typedValue(text, types?.[name]?.type)]));
}

function typedValue(text: string, type: string | undefined): JsonValue {
  return type === undefined || type === 'string' ? text : jsonOrText(text);
}
