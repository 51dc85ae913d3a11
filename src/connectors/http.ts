/**
 * The built-in connector `http`: one request to an address that the flow names, without stored credentials, because an
 * address that a flow computes must never receive a secret of the account.
 *
 * Its result is `{ status, headers, body }` for every response, 4xx and 5xx included: the flow requested a response and
 * tests `data.<contextKey>.status`. It fails only when there is no readable response.
 */
import type { FieldError } from '../errors.ts';
import { NO_AUTHENTICATION } from '../model/authentication.ts';
import { CONNECTOR_METHODS } from '../model/connector.ts';
import { type JsonObject, type JsonValue, storableJson } from '../model/json.ts';
import { pointerTo } from '../model/json-pointer.ts';
import { originOf } from '../net/guard.ts';
import type { Outbound } from '../net/outbound.ts';
import { type Connector, OperationFailure } from './connector.ts';
import { headerNameFault, headerValueFault, operationHeaders } from './headers.ts';
import { withoutInstructions } from './kind.ts';
import { type ConnectorRequest, type ConnectorResponse, isJsonType, parseJson, send, sendable } from './response.ts';

const OPERATION = 'request';

/** Whether a text is a template to be rendered; its result is checked when it runs. */
type IsTemplate = (text: string) => boolean;
const hasLiquid: IsTemplate = (text) => /\{\{|\{%/.test(text);
const isRendered: IsTemplate = () => false;

export function createHttpConnector(outbound: Outbound, userAgent: string): Connector {
  return {
    async prepare({ operation, authenticationId, data }, turn) {
      if (operation !== OPERATION) throw new OperationFailure('unknown_operation', `http has no "${operation}"`);
      if (authenticationId !== NO_AUTHENTICATION) {
        throw new OperationFailure('unknown_authentication', 'http sends no credentials');
      }
      const [fault] = dataFaults(data, isRendered);
      if (fault) throw new OperationFailure('invalid_data', `${fault.path.slice(1)} ${fault.message}`);
      const request = requestOf(data, operationHeaders(userAgent, turn));
      return {
        origin: originOf(request.url),
        ask: async (deadline) => resultOf(await send(outbound, request, deadline())),
      };
    },

    async check(call) {
      const { operation, authenticationId, data } = call;
      const errors: FieldError[] = withoutInstructions(call);
      if (operation !== OPERATION) errors.push({ path: '/operation', message: `must be "${OPERATION}"` });
      if (authenticationId !== NO_AUTHENTICATION) {
        errors.push({ path: '/authenticationId', message: `must be "${NO_AUTHENTICATION}" for the http connector` });
      }
      errors.push(...dataFaults(data, hasLiquid));
      const address = typeof data['url'] === 'string' ? literalAddress(data['url']) : null;
      const refusal = address === null ? null : await outbound.check(address);
      if (refusal !== null) errors.push({ path: '/data/url', message: refusal });
      return errors;
    },
  };
}

/** Each field of `data`, and what is wrong with a value of it. */
const FIELDS: Record<string, (value: JsonValue, isTemplate: IsTemplate) => FieldError[]> = {
  method: (value, isTemplate) => {
    const isMethod =
      typeof value === 'string' && (isTemplate(value) || (CONNECTOR_METHODS as readonly string[]).includes(value));
    return isMethod ? [] : [{ path: '', message: `must be one of ${CONNECTOR_METHODS.join(', ')}` }];
  },
  url: (value) => (typeof value === 'string' && value !== '' ? [] : [{ path: '', message: 'must be a URL' }]),
  headers: (value, isTemplate) =>
    eachText(value, (name, text) => headerNameFault(name) ?? (isTemplate(text) ? null : headerValueFault(text))),
  query: (value) => eachText(value, () => null),
  body: () => [],
};

function dataFaults(data: JsonObject, isTemplate: IsTemplate): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of ['method', 'url']) {
    if (!Object.hasOwn(data, name)) errors.push({ path: `/data/${name}`, message: 'is required' });
  }
  for (const [name, value] of Object.entries(data)) {
    const fieldFaults = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    const faults = fieldFaults?.(value, isTemplate) ?? [{ path: '', message: 'is not a field of this operation' }];
    for (const { path, message } of faults) errors.push({ path: pointerTo('data', name) + path, message });
  }
  const { method, body } = data;
  if (method === 'GET' && body !== undefined && body !== null) {
    errors.push({ path: '/data/body', message: 'cannot be sent with GET' });
  }
  return errors;
}

/** Headers and query: an object of strings, numbers and booleans; null leaves one out. */
function eachText(value: JsonValue, faultOf: (name: string, text: string) => string | null): FieldError[] {
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [{ path: '', message: 'must be an object' }];
  return Object.entries(value).flatMap(([name, item]) => {
    const path = pointerTo(name);
    if (typeof item === 'object' && item !== null)
      return [{ path, message: 'must be a string, a number or a boolean' }];
    const message = faultOf(name, item === null ? '' : String(item));
    return message === null ? [] : [{ path, message }];
  });
}

/** The part of a URL that can be checked before rendering: all up to the first Liquid, if that holds the host. */
function literalAddress(url: string): string | null {
  const end = url.search(/\{\{|\{%/);
  if (end === -1) return url === '' ? null : url;
  const literal = url.slice(0, end);
  return /^[^:/?#]+:\/\/[^/?#]+[/?#]/.test(literal) ? literal : null;
}

function requestOf(data: JsonObject, headers: Record<string, string>): ConnectorRequest {
  const body = data['body'] ?? null;
  const isText = typeof body === 'string';
  return {
    method: String(data['method']),
    url: withQuery(String(data['url']), texts(data['query'])),
    headers: {
      ...headers,
      ...(body === null ? {} : { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json' }),
      ...Object.fromEntries(texts(data['headers']).map(([name, value]) => [name.toLowerCase(), value])),
    },
    body: body === null ? undefined : sendable(isText ? body : JSON.stringify(body)),
  };
}

function texts(value: JsonValue | undefined): [string, string][] {
  return Object.entries(value ?? {}).flatMap(([name, item]) => (item === null ? [] : [[name, String(item)]]));
}

/** Appends to the URL's query. An invalid URL is left as it is, for the guard to refuse. */
function withQuery(url: string, query: [string, string][]): string {
  const parsed = query.length === 0 ? null : URL.parse(url);
  if (!parsed) return url;
  parsed.search = `${parsed.search}${parsed.search === '' ? '?' : '&'}${new URLSearchParams(query)}`;
  return parsed.href;
}

/** JSON if the content type or the first character suggests it and it parses; `12345678901234567890` stays text. */
function resultOf({ status, headers, contentType, text }: ConnectorResponse): JsonValue {
  const mayBeJson = isJsonType(contentType) || /^\s*[[{]/.test(text);
  const parsed = mayBeJson ? parseJson(text) : undefined;
  const body = parsed === undefined ? text || null : parsed;
  return { status, headers: storableJson(headers), body };
}
