/** One operation of the document as an operation of a connector, and what of it cannot be carried over. */
import type { Schemas } from '#client';
import { isHeaderName, RESERVED_HEADERS } from '../../model/header.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { fieldsOf, resolved } from './document.ts';
import { type Field, fieldsOfObject, fixedValue, type Placeholder, placeholderOf, shortened } from './schema.ts';

export type ConnectorOperation = Extract<Schemas['NewConnector']['operations'][string], { method: string }>;

/** An operation that cannot be called by a connector at all; the message says why. */
export class LeftOut extends Error {}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

type Place = 'path' | 'query' | 'header' | 'body';
type Parameter = { name: string; place: string; required: boolean; schema: JsonObject; source: JsonObject };

const MAX_DESCRIPTION = 500;
/** OpenAPI, "Parameter Object": these are said elsewhere in the document, and are ignored here. */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]{0,63})\}/;

export type Endpoint = { root: JsonObject; path: string; method: Method; item: JsonObject; operation: JsonObject };

type Draft = {
  root: JsonObject;
  placeholders: Record<string, Placeholder>;
  query: Record<string, string>;
  headers: Record<string, string>;
  notes: string[];
};

/** @throws {LeftOut} @throws {Unresolved} */
export function connectorOperation(endpoint: Endpoint): { operation: ConnectorOperation; notes: string[] } {
  const { root, method, operation } = endpoint;
  const draft: Draft = { root, placeholders: {}, query: {}, headers: {}, notes: [] };
  const parameters = parametersOf(endpoint);
  const path = fillPath(draft, endpoint.path, parameters);
  for (const parameter of parameters) if (parameter.place !== 'path') addParameter(draft, parameter);
  const body = bodyOf(draft, operation, method);
  noteResponses(draft, operation);
  if (operation['deprecated'] === true) draft.notes.push('is deprecated');
  const { placeholders, query, headers, notes } = draft;
  const description = shortened(operation['summary'] ?? operation['description'], MAX_DESCRIPTION);
  return {
    operation: {
      ...(description !== '' && { description }),
      method: method.toUpperCase() as ConnectorOperation['method'],
      path,
      ...(Object.keys(query).length > 0 && { query }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(body !== undefined && { body }),
      ...(Object.keys(placeholders).length > 0 && { placeholders }),
    },
    notes,
  };
}

/** Those of the path, and those of the operation, which replace them. */
function parametersOf({ root, item, operation }: Endpoint): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const list of [item['parameters'], operation['parameters']]) {
    for (const listed of Array.isArray(list) ? list : []) {
      const source = resolved(root, listed);
      const [name, place] = [String(source['name']), String(source['in'])];
      const schema = resolved(root, source['schema']);
      found.set(`${place} ${name}`, { name, place, required: source['required'] === true, schema, source });
    }
  }
  return [...found.values()];
}

/** A name that may stand in braces and that no other value of the operation has. */
function nameIn({ placeholders, notes }: Draft, said: string, place: Place): string {
  const letters = said.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, 50);
  const base = /^[A-Za-z_]/.test(letters) ? letters : `_${letters}`;
  const free = [base, `${place}_${base}`, ...Array.from({ length: 100 }, (_, index) => `${base}_${index + 2}`)];
  const name = free.find((candidate) => !Object.hasOwn(placeholders, candidate))!;
  if (name !== said) notes.push(`the ${place} value "${said}" is data.${name}`);
  return name;
}

function fillPath(draft: Draft, path: string, parameters: Parameter[]): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (_whole, said: string) => {
    const parameter = parameters.find(({ name, place }) => place === 'path' && name === said);
    const { schema = {}, source = {} } = parameter ?? {};
    if (source['style'] !== undefined && source['style'] !== 'simple') {
      throw new LeftOut(`its path value "${said}" has the style ${source['style']}`);
    }
    const name = nameIn(draft, said, 'path');
    draft.placeholders[name] = placeholderOf(schema, true, source['description']);
    return `{${name}}`;
  });
}

function addParameter(draft: Draft, parameter: Parameter): void {
  const { name: said, place, required, schema, source } = parameter;
  if (place === 'header' && IGNORED_HEADERS.includes(said.toLowerCase())) return;
  const problem = problemOf(parameter);
  if (problem !== null) {
    if (required) throw new LeftOut(`its ${place} value "${said}" is needed and ${problem}`);
    draft.notes.push(`the ${place} value "${said}" is left out: it ${problem}`);
    return;
  }
  if (schema['type'] === 'array' && source['explode'] !== false && place === 'query') {
    draft.notes.push(`the query value "${said}" is a list and takes one value only`);
  }
  const texts = place === 'query' ? draft.query : draft.headers;
  texts[said] = required ? (literal(fixedValue(schema)) ?? placeFor()) : placeFor();

  function placeFor(): string {
    const name = nameIn(draft, said, place as Place);
    const { type, ...rest } = placeholderOf(schema, required, source['description']);
    // It is sent as text, whatever is inside.
    const isText = type === undefined || type === 'array' || type === 'object';
    draft.placeholders[name] = isText ? rest : { type, ...rest };
    return `{${name}}`;
  }
}

/** What keeps a query or header value from being sent; null when nothing does. */
function problemOf({ name, place, schema, source }: Parameter): string | null {
  if (place !== 'query' && place !== 'header') return `would be in a ${place}`;
  if (source['content'] !== undefined) return 'would be JSON inside a value';
  if (source['style'] === 'deepObject' || schema['type'] === 'object') return 'is an object';
  if (source['style'] === 'spaceDelimited' || source['style'] === 'pipeDelimited') return `is ${source['style']}`;
  if (place === 'query') return name === '' || name.length > 100 ? 'has a name that cannot be sent' : null;
  if (RESERVED_HEADERS.has(name.toLowerCase())) return 'is a header that cannot be set';
  return isHeaderName(name) ? null : 'is not a header name';
}

/** A fixed value as text that holds no placeholder by accident. */
function literal(value: JsonValue | undefined): string | null {
  const text = typeof value === 'object' || value === undefined ? null : String(value);
  return text === null || PLACEHOLDER.test(text) || text.length > 1000 ? null : text;
}

function bodyOf(draft: Draft, operation: JsonObject, method: Method): JsonValue | undefined {
  const requestBody = resolved(draft.root, operation['requestBody']);
  const types = Object.keys(fieldsOf(requestBody['content']));
  if (types.length === 0) return undefined;
  const isRequired = requestBody['required'] === true;
  const type = types.find((each) => each === 'application/json') ?? types.find(isJson);
  const problem =
    method === 'get'
      ? 'has a body although it is a GET'
      : `takes a body of ${types.join(' or ')}, and only JSON is sent`;
  if (type === undefined || method === 'get') {
    if (isRequired) throw new LeftOut(problem);
    draft.notes.push(`is sent without its body: it ${problem}`);
    return undefined;
  }
  if (type.includes('+')) draft.headers['content-type'] = type;
  const { schema } = fieldsOf(fieldsOf(requestBody['content'])[type]);
  return templateOf(draft, resolved(draft.root, schema), isRequired);
}

const isJson = (type: string) => /^(\*\/\*|application\/(\*|json\b.*|[^;]*\+json\b.*))$/i.test(type);

/** Each field of an object is a placeholder, its whole value with it; any other body is one placeholder. */
function templateOf(draft: Draft, schema: JsonObject, isRequired: boolean): JsonValue {
  const fields = fieldsOfObject(draft.root, schema);
  if (!fields) {
    const name = nameIn(draft, 'body', 'body');
    draft.placeholders[name] = placeholderOf(schema, isRequired);
    draft.notes.push(`its body is data.${name} as a whole`);
    return `{${name}}`;
  }
  return Object.fromEntries(fields.map((field) => [field.name, fieldValue(draft, field)]));
}

function fieldValue(draft: Draft, { name: said, schema, required }: Field): JsonValue {
  const fixed = required ? fixedValue(schema) : undefined;
  const isPlain = fixed !== undefined && !PLACEHOLDER.test(JSON.stringify(fixed));
  if (isPlain) return fixed;
  const name = nameIn(draft, said, 'body');
  draft.placeholders[name] = placeholderOf(schema, required);
  return `{${name}}`;
}

/** A connector reads JSON only. */
function noteResponses({ root, notes }: Draft, { responses }: JsonObject): void {
  const types = Object.entries(fieldsOf(responses))
    .filter(([status]) => /^(2..|default)$/i.test(status))
    .flatMap(([, response]) => Object.keys(fieldsOf(resolved(root, response)['content'])));
  if (types.length === 0 || types.some(isJson)) return;
  notes.push(`answers with ${[...new Set(types)].join(' or ')}: what is not JSON fails with not_json`);
}
