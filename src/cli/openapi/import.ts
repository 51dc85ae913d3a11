/** A whole OpenAPI document as one connector: its address, its operations, the credentials that they need. */
import type { Schemas } from '#client';
import type { JsonObject } from '../../model/json.ts';
import { CommandFailure } from '../failure.ts';
import { type Document, fieldsOf, resolved, Unresolved } from './document.ts';
import { type ConnectorOperation, connectorOperation, LeftOut, METHODS, type Method } from './operation.ts';
import { needOf, type Scheme } from './security.ts';

export type Choice = {
  tags: string[];
  operations: string[];
  server: string | undefined;
  connectorId: string | undefined;
};

export type Imported = {
  connector: Schemas['NewConnector'] & { operations: Record<string, ConnectorOperation> };
  /** Those that some operation needs, or may be called with. */
  schemes: Scheme[];
  /** The operations of each scheme, by its name. */
  usedBy: Record<string, string[]>;
  notes: Note[];
};

/** `at`: `GET /orders`. An operation that is left out is not in the connector. */
type Note = { at: string; says: string; isLeftOut: boolean };

type Found = { at: string; method: Method; path: string; item: JsonObject; operation: JsonObject };

/** @throws CommandFailure when the choice fits nothing, or the document names no address */
export function importDocument(document: Document, choice: Choice): Imported {
  const { root } = document;
  const imported: Imported = {
    connector: {
      connectorId: choice.connectorId ?? idOf(fieldsOf(root['info'])['title']),
      baseUrl: addressOf(document, choice.server),
      operations: {},
    },
    schemes: [],
    usedBy: {},
    notes: [],
  };
  const chosen = choose(allOperations(root, imported.notes), choice);
  for (const found of chosen) add(imported, root, found);
  return imported;
}

function add({ connector, schemes, usedBy, notes }: Imported, root: JsonObject, found: Found): void {
  const { at, operation: source, item } = found;
  try {
    if (source['servers'] ?? item['servers']) throw new LeftOut('has a server of its own, and a connector has one');
    const { operation, notes: told } = connectorOperation({ root, ...found });
    const need = needOf(root, source['security'] ?? root['security']);
    if (need.problem !== null) told.push(need.problem);
    const name = freeName(nameOf(found), connector.operations);
    connector.operations[name] = operation;
    for (const scheme of need.schemes) {
      keepScheme(schemes, scheme);
      const users = usedBy[scheme.name] ?? [];
      usedBy[scheme.name] = [...users, name];
    }
    notes.push(...told.map((says) => ({ at, says, isLeftOut: false })));
  } catch (error) {
    if (!(error instanceof LeftOut) && !(error instanceof Unresolved)) throw error;
    notes.push({ at, says: error.message, isLeftOut: true });
  }
}

/** The scopes of all operations that use it together. */
function keepScheme(schemes: Scheme[], scheme: Scheme): void {
  const known = schemes.find(({ name }) => name === scheme.name);
  if (!known) return void schemes.push(scheme);
  const scopes = `${known.given['scope'] ?? ''} ${scheme.given['scope'] ?? ''}`
    .split(' ')
    .filter((scope) => scope !== '');
  if (scopes.length > 0) known.given['scope'] = [...new Set(scopes)].join(' ');
}

function allOperations(root: JsonObject, notes: Note[]): Found[] {
  return Object.entries(fieldsOf(root['paths'])).flatMap(([path, listed]) => {
    try {
      const item = resolved(root, listed);
      return METHODS.filter((method) => item[method] !== undefined).map((method) => {
        return { at: `${method.toUpperCase()} ${path}`, method, path, item, operation: fieldsOf(item[method]) };
      });
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      notes.push({ at: path, says: error.message, isLeftOut: true });
      return [];
    }
  });
}

function choose(all: Found[], { tags, operations }: Choice): Found[] {
  const tagsOf = ({ operation }: Found) => (Array.isArray(operation['tags']) ? operation['tags'].map(String) : []);
  refuseUnknown('tag', tags, [...new Set(all.flatMap(tagsOf))]);
  refuseUnknown('operation', operations, [...all.map(nameOf), ...all.map(({ at }) => at)]);
  return all.filter(
    (found) =>
      (tags.length === 0 || tagsOf(found).some((tag) => tags.includes(tag))) &&
      (operations.length === 0 || operations.includes(nameOf(found)) || operations.includes(found.at)),
  );
}

function refuseUnknown(what: string, said: string[], known: string[]): void {
  const unknown = said.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const there = known.length === 0 ? 'It has none.' : `It has:\n${known.slice(0, 50).join('\n')}`;
  throw new CommandFailure(`The document has no such ${what}`, `${unknown.join(', ')}\n${there}`);
}

/** Its `operationId`, else its method and path: `get-orders-orderId`. */
function nameOf({ operation, method, path }: Found): string {
  const { operationId } = operation;
  return wordOf(typeof operationId === 'string' && operationId !== '' ? operationId : `${method} ${path}`);
}

function idOf(title: unknown): string {
  const id = wordOf(String(title ?? 'api').toLowerCase());
  return id === 'http' ? 'http-api' : id;
}

/** A letter, then letters, digits, _ and -; 64 characters at most. */
function wordOf(text: string): string {
  const word = text.replace(/[^A-Za-z0-9_]+/g, '-').replace(/^[^A-Za-z]+|-+$/g, '');
  return word.slice(0, 60).replace(/-+$/, '') || 'unnamed';
}

function freeName(name: string, taken: Record<string, ConnectorOperation>): string {
  let free = name;
  for (let number = 2; Object.hasOwn(taken, free); number++) free = `${name}-${number}`;
  return free;
}

function addressOf({ root, url }: Document, said: string | undefined): string {
  const [first] = Array.isArray(root['servers']) ? root['servers'] : [];
  const { url: named, variables } = fieldsOf(first);
  const filled =
    typeof named !== 'string'
      ? ''
      : named.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
          const { default: byDefault } = fieldsOf(fieldsOf(variables)[name]);
          return byDefault === undefined ? whole : String(byDefault);
        });
  const address = said ?? URL.parse(filled, url ?? undefined)?.href;
  if (address !== undefined && URL.canParse(address)) return address.replace(/\/+$/, '');
  throw new CommandFailure(
    'The address of the API is missing',
    filled === ''
      ? 'The document names no server: give it with --server <url>.'
      : `"${filled}" is no complete address: give it with --server <url>.`,
  );
}
