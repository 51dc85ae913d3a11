/**
 * A call that a state makes before it answers: what its form shows of it, and what choosing another connector or
 * operation makes of it. It may be half-written, as JSON that somebody typed may be. Pure.
 */
import type { Schemas } from '#client';
import { type ConnectorOperation, placeholdersOf } from '../connectors/placeholders.ts';
import type { Keys } from '../flow/pointer.ts';
import { asObject, asText, type Loose } from '../message/loose.ts';

export type Connector = Pick<Schemas['Connector'], 'connectorId' | 'operations'>;

/** A field of a call's `data`. */
export type CallField = { at: Keys; label: string; hint?: string; choices?: [value: string, name: string][] };

const NO_CREDENTIAL = 'none';

/** Built in, so that no list of connectors has it. */
export const HTTP = 'http';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const HTTP_FIELDS: CallField[] = [
  { at: ['data', 'method'], label: 'method', choices: METHODS.map((method) => [method, method]) },
  { at: ['data', 'url'], label: 'url', hint: 'https://api.example.com/orders' },
];
/** Those that are rows of a name and a value. */
const HTTP_RECORDS = ['query', 'headers'];

/** The names of the operations that a call of this connector may name. */
export function operationsOf(connectorId: string, connectors: readonly Connector[]): string[] {
  if (connectorId === HTTP) return ['request'];
  return Object.keys(connectors.find((each) => each.connectorId === connectorId)?.operations ?? {});
}

export function operationOf(call: Loose, connectors: readonly Connector[]): ConnectorOperation | undefined {
  const connector = connectors.find(({ connectorId }) => connectorId === call['connectorId']);
  return connector?.operations[asText(call['operation'])];
}

/** `records`: names of objects in `data`. `others`: names in it that the operation does not know, if any may be there. */
export function fieldsOf(
  call: Loose,
  operation: ConnectorOperation | undefined,
): { fields: CallField[]; records: string[]; others: string[]; isOpen: boolean } {
  const names = Object.keys(asObject(call['data']));
  if (call['connectorId'] === HTTP) {
    const known = ['method', 'url', ...HTTP_RECORDS];
    return {
      fields: HTTP_FIELDS,
      records: HTTP_RECORDS,
      others: names.filter((name) => !known.includes(name)),
      isOpen: false,
    };
  }
  const known = operation ? placeholdersOf(operation) : [];
  const about = operation && 'placeholders' in operation ? operation.placeholders : undefined;
  const fields = known.map((name): CallField => {
    const { description, enum: choices } = about?.[name] ?? {};
    return {
      at: ['data', name],
      label: name,
      ...(description !== undefined && { hint: description }),
      ...(choices && { choices: ['', ...choices].map((choice) => [choice, choice]) }),
    };
  });
  // A model is given whatever data there is.
  const isOpen = !operation || 'model' in operation;
  return { fields, records: [], others: names.filter((name) => !known.includes(name)), isOpen };
}

/** Another call beside these: of the first connector there is. */
export function newCall(connectors: readonly Connector[], calls: readonly Loose[]): Loose {
  const connectorId = connectors[0]?.connectorId ?? HTTP;
  return withConnector({}, connectorId, connectors, calls);
}

export function withConnector(
  call: Loose,
  connectorId: string,
  connectors: readonly Connector[],
  calls: readonly Loose[],
): Loose {
  const chosen = { ...call, connectorId, authenticationId: NO_CREDENTIAL, data: {} };
  return withOperation(chosen, operationsOf(connectorId, connectors)[0] ?? '', connectors, calls);
}

/** What was filled in stays where the other operation has a place of the same name. */
export function withOperation(
  call: Loose,
  name: string,
  connectors: readonly Connector[],
  calls: readonly Loose[],
): Loose {
  const next = { ...call, operation: name };
  const { fields, records } = fieldsOf(next, operationOf(next, connectors));
  const places = [...fields.map(({ at }) => at[1]), ...records];
  const kept = Object.entries(asObject(call['data'])).filter(([each]) => places.includes(each));
  const data =
    call['connectorId'] === HTTP ? { method: 'GET', url: '', ...Object.fromEntries(kept) } : Object.fromEntries(kept);
  return { ...next, contextKey: call['contextKey'] ?? freshKey(name, calls), data };
}

/** Named after the operation, as far as Liquid takes its name. */
function freshKey(operation: string, calls: readonly Loose[]): string {
  const name = operation.replace(/\W/g, '_') || 'result';
  const taken = calls.map(({ contextKey }) => contextKey);
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.includes(`${name}${number}`)) return `${name}${number}`;
}
