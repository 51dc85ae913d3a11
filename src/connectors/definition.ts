/** The rules beyond the schemas for a connector or a credential that an account saves. */
import type { FieldError } from '../errors.ts';
import type { NewAuthentication } from '../model/authentication.ts';
import type { NewConnector } from '../model/connector.ts';
import { pointerTo } from '../model/json-pointer.ts';
import type { Outbound } from '../net/outbound.ts';
import { kindOf } from './api.ts';
import { headerNameFault } from './headers.ts';

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
    const faults = kindOf(operation).definitionFaults(operation);
    errors.push(...faults.map(({ path, message }) => ({ path: pointerTo('operations', name) + path, message })));
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
