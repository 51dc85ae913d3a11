/** The rules beyond the schemas for a connector or a credential that an account saves. */
import type { FieldError } from '../errors.ts';
import type { NewAuthentication } from '../model/authentication.ts';
import type { NewConnector } from '../model/connector.ts';
import { MAX_JSON_DEPTH, storableJson } from '../model/json.ts';
import { pointerTo } from '../model/json-pointer.ts';
import type { Outbound } from '../net/outbound.ts';
import { headerNameFault } from './headers.ts';
import { hasDotSegment, placeholdersOf } from './placeholder.ts';

export async function definitionFaults(
  { connectorId, baseUrl, operations }: NewConnector,
  builtIn: readonly string[],
  outbound: Outbound,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  if (builtIn.includes(connectorId)) errors.push({ path: '/connectorId', message: 'is built in; choose another' });
  const refusal = /[?#]/.test(baseUrl) ? 'must not have a query or a fragment' : await outbound.check(baseUrl);
  if (refusal !== null) errors.push({ path: '/baseUrl', message: refusal });
  for (const [name, operation] of Object.entries(operations)) {
    const { method, path, headers, body, placeholders = {} } = operation;
    const at = `/operations/${name}`;
    if (hasDotSegment(path)) errors.push({ path: `${at}/path`, message: 'must not contain a . or .. segment' });
    for (const header of Object.keys(headers ?? {})) {
      const fault = headerNameFault(header);
      if (fault) errors.push({ path: at + pointerTo('headers', header), message: fault });
    }
    const names = placeholdersOf(operation);
    for (const described of Object.keys(placeholders)) {
      if (names.has(described)) continue;
      errors.push({ path: at + pointerTo('placeholders', described), message: 'is used nowhere in this operation' });
    }
    if (body === undefined) continue;
    if (method === 'GET') errors.push({ path: `${at}/body`, message: 'cannot be sent with GET' });
    if (isTooDeep(body))
      errors.push({ path: `${at}/body`, message: `is nested more than ${MAX_JSON_DEPTH} levels deep` });
  }
  return errors;
}

export async function authenticationFaults(body: NewAuthentication, outbound: Outbound): Promise<FieldError[]> {
  if (body.type === 'oauth2ClientCredentials') {
    const refusal = await outbound.check(body.tokenUrl);
    return refusal === null ? [] : [{ path: '/tokenUrl', message: refusal }];
  }
  const fault = body.type === 'apiKey' && body.in === 'header' ? headerNameFault(body.parameter) : null;
  return fault === null ? [] : [{ path: '/parameter', message: fault }];
}

function isTooDeep(value: unknown): boolean {
  try {
    storableJson(value);
    return false;
  } catch {
    return true;
  }
}
