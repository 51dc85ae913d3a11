/**
 * The connectors that an account defines: a base address, named operations with placeholders, and stored credentials.
 * Two functions passed in look these up.
 *
 * The result of an operation is the parsed JSON body of a 2xx response, null if that is empty. Every other status is
 * the failure `http_<status>`: what a flow reads under `data.<contextKey>` is then always what the API promised.
 */
import type { FieldError } from '../errors.ts';
import { NO_AUTHENTICATION } from '../model/authentication.ts';
import type { ConnectorOperation, NewConnector } from '../model/connector.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import { pointerTo } from '../model/json-pointer.ts';
import { originOf } from '../net/guard.ts';
import type { Outbound } from '../net/outbound.ts';
import { type Authorization, createAuthorize, type StoredCredential } from './authorization.ts';
import { type Connector, type Deadline, type OperationCall, OperationFailure } from './connector.ts';
import { headerValueFault, operationHeaders } from './headers.ts';
import { dataValue, fillBody, fillPath, fillTexts, placeholdersOf, typeFault } from './placeholder.ts';
import { type ConnectorRequest, type ConnectorResponse, parseJson, send, sendable } from './response.ts';

export type ApiConnectorOptions = {
  outbound: Outbound;
  userAgent: string;
  now: () => Date;
  findConnector: (
    accountId: string,
    connectorId: string,
  ) => Promise<Pick<NewConnector, 'baseUrl' | 'operations'> | null>;
  /** With its secrets decrypted. */
  findCredential: (accountId: string, authenticationId: string) => Promise<StoredCredential | null>;
  /** Milliseconds for the request of a token. */
  deadlineMs: number;
};

const NO_AUTHORIZATION: Authorization = { headers: {}, query: [], forget: null };

export function createApiConnector({
  outbound,
  userAgent,
  now,
  findConnector,
  findCredential,
  deadlineMs,
}: ApiConnectorOptions): Connector {
  const authorize = createAuthorize({ outbound, userAgent, now, deadlineMs });

  /** A credential is sent by the connector it was created for, and by no other. */
  async function credentialOf({ accountId, connectorId, authenticationId }: OperationCall) {
    const stored = await findCredential(accountId, authenticationId);
    return stored?.connectorId === connectorId ? stored : null;
  }

  return {
    async prepare(call, turn) {
      const connector = await findConnector(call.accountId, call.connectorId);
      if (!connector) throw new OperationFailure('unknown_connector', `there is no connector "${call.connectorId}"`);
      const operation = operationOf(connector.operations, call.operation);
      if (!operation) {
        throw new OperationFailure('unknown_operation', `${call.connectorId} has no "${call.operation}"`);
      }
      const needsCredential = call.authenticationId !== NO_AUTHENTICATION;
      const stored = needsCredential ? await credentialOf(call) : null;
      if (needsCredential && !stored) {
        throw new OperationFailure('unknown_authentication', `${call.connectorId} has no such credential`);
      }

      const unauthorized = fill(connector.baseUrl, operation, call.data, operationHeaders(userAgent, turn));
      const attempt = async (deadline: Deadline) => {
        const authorization = stored ? await authorize(stored) : NO_AUTHORIZATION;
        return { response: await send(outbound, unauthorized(authorization), deadline()), authorization };
      };
      return {
        origin: originOf(connector.baseUrl),
        async ask(deadline) {
          let { response, authorization } = await attempt(deadline);
          if (response.status === 401 && authorization.forget) {
            authorization.forget();
            ({ response } = await attempt(deadline));
          }
          return resultOf(response);
        },
      };
    },

    async check(call) {
      const connector = await findConnector(call.accountId, call.connectorId);
      if (!connector) return [{ path: '/connectorId', message: 'is not a connector of this account' }];
      const errors: FieldError[] = [];
      const operation = operationOf(connector.operations, call.operation);
      if (operation) errors.push(...dataFaults(operation, call.data));
      else
        errors.push({ path: '/operation', message: `must be one of ${Object.keys(connector.operations).join(', ')}` });
      if (call.authenticationId !== NO_AUTHENTICATION && !(await credentialOf(call))) {
        errors.push({ path: '/authenticationId', message: `is not a credential of the connector ${call.connectorId}` });
      }
      return errors;
    },
  };
}

function operationOf(operations: NewConnector['operations'], name: string): ConnectorOperation | undefined {
  return Object.hasOwn(operations, name) ? operations[name] : undefined;
}

/** The request without its credential, which is applied last so that no header of a flow replaces it. */
function fill(
  baseUrl: string,
  operation: ConnectorOperation,
  data: JsonObject,
  given: Record<string, string>,
): (authorization: Authorization) => ConnectorRequest {
  for (const [name, { required }] of placeholdersOf(operation)) {
    if (required && dataValue(name, data) === null) {
      throw new OperationFailure('invalid_data', `data.${name} is missing`);
    }
  }
  const url = baseUrl.replace(/\/+$/, '') + fillPath(operation.path, data);
  const query = fillTexts(operation.query ?? {}, data);
  const headers = fillTexts(operation.headers ?? {}, data).map(([name, value]): [string, string] => {
    const fault = headerValueFault(value);
    if (fault) throw new OperationFailure('invalid_data', `the header ${name} ${fault}`);
    return [name.toLowerCase(), value];
  });
  const filled = operation.body === undefined ? undefined : fillBody(operation.body, data, operation.placeholders);
  const body = filled === undefined ? undefined : sendable(JSON.stringify(filled));
  return (authorization) => {
    const search = new URLSearchParams([...query, ...authorization.query]).toString();
    return {
      method: operation.method,
      url: search === '' ? url : `${url}?${search}`,
      headers: {
        ...given,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...Object.fromEntries(headers),
        ...authorization.headers,
      },
      body,
    };
  };
}

function resultOf({ status, text }: ConnectorResponse): JsonValue {
  // The body stays out of the message: an API may repeat the credential that it refuses.
  if (status < 200 || status > 299) throw new OperationFailure(`http_${status}`, `the API answered ${status}`);
  if (text.trim() === '') return null;
  const parsed = parseJson(text);
  if (parsed === undefined)
    throw new OperationFailure('not_json', `the API answered ${status} with a body that is not JSON`);
  return parsed;
}

/** What is missing from `data`, what the operation has no place for, and text that is not of its declared type. */
function dataFaults(operation: ConnectorOperation, data: JsonObject): FieldError[] {
  const names = placeholdersOf(operation);
  const errors: FieldError[] = [];
  for (const [name, { required }] of names) {
    if (required && dataValue(name, data) === null) errors.push({ path: `/data/${name}`, message: 'is required' });
  }
  for (const [name, value] of Object.entries(data)) {
    const path = pointerTo('data', name);
    if (!names.has(name)) errors.push({ path, message: 'is not used by this operation' });
    else if (typeof value === 'string' && !/\{[{%]/.test(value)) {
      const fault = typeFault(value, operation.placeholders?.[name]?.type);
      if (fault !== null) errors.push({ path, message: fault });
    }
  }
  return errors;
}
