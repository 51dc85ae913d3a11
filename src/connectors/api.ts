/**
 * The connectors that an account defines: a base address, named operations, and stored credentials. Two functions passed in
 * look these up. Each kind of operation has its own file; `KINDS` lists them.
 */
import type { FieldError } from '../errors.ts';
import { NO_AUTHENTICATION } from '../model/authentication.ts';
import type { ConnectorOperation } from '../model/connector.ts';
import { originOf } from '../net/guard.ts';
import type { Outbound } from '../net/outbound.ts';
import { apiOperation } from './api-operation.ts';
import { type Authorization, createAuthorize, type StoredCredential } from './authorization.ts';
import { type Connector, type Deadline, type OperationCall, OperationFailure } from './connector.ts';
import { operationHeaders } from './headers.ts';
import type { Definition, Kind } from './kind.ts';
import { modelOperation } from './model-operation.ts';
import { type ConnectorResponse, send } from './response.ts';
import { createTokens, type TakeTokens } from './tokens.ts';
import { toolOperation } from './tool-operation.ts';

export type ApiConnectorOptions = {
  outbound: Outbound;
  userAgent: string;
  now: () => Date;
  findConnector: (accountId: string, connectorId: string) => Promise<Definition | null>;
  /** With its secrets decrypted. */
  findCredential: (accountId: string, authenticationId: string) => Promise<StoredCredential | null>;
  takeTokens: TakeTokens;
  /** Milliseconds for the request of a token. */
  deadlineMs: number;
};

const NO_AUTHORIZATION: Authorization = { headers: {}, query: [], forget: null };

/** By the field that only this kind of operation has. */
const KINDS = { method: apiOperation, model: modelOperation, tool: toolOperation };

export function kindOf(operation: ConnectorOperation): Kind<ConnectorOperation> {
  const field = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((name) => name in operation)!;
  return KINDS[field] as Kind<ConnectorOperation>;
}

export function createApiConnector(options: ApiConnectorOptions): Connector {
  const { outbound, userAgent, now, findConnector, findCredential, takeTokens } = options;
  const authorize = createAuthorize(options);
  const tokens = createTokens(takeTokens, now);

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

      const given = operationHeaders(userAgent, turn);
      const exchange = kindOf(operation).exchange(connector, operation, call, given);
      const attempt = async (deadline: Deadline) => {
        const authorization = stored ? await authorize(stored) : NO_AUTHORIZATION;
        return { response: await send(outbound, exchange.request(authorization), deadline()), authorization };
      };
      const respond = async (deadline: Deadline): Promise<ConnectorResponse> => {
        const { response, authorization } = await attempt(deadline);
        if (response.status !== 401 || !authorization.forget) return response;
        authorization.forget();
        return (await attempt(deadline)).response;
      };
      return {
        origin: originOf(connector.baseUrl),
        async ask(deadline) {
          const { tokens: price } = exchange;
          const settle = price && (await tokens.take(call, connector.tokenLimits, turn, price.most));
          const response = await respond(deadline);
          // A call without a response may have been answered and counted.
          settle?.(response.status === 200 ? price!.used(response) : 0);
          return exchange.result(response);
        },
      };
    },

    async check(call) {
      const connector = await findConnector(call.accountId, call.connectorId);
      if (!connector) return [{ path: '/connectorId', message: 'is not a connector of this account' }];
      const errors: FieldError[] = [];
      const operation = operationOf(connector.operations, call.operation);
      if (operation) errors.push(...kindOf(operation).callFaults(operation, call));
      else
        errors.push({ path: '/operation', message: `must be one of ${Object.keys(connector.operations).join(', ')}` });
      if (call.authenticationId !== NO_AUTHENTICATION && !(await credentialOf(call))) {
        errors.push({ path: '/authenticationId', message: `is not a credential of the connector ${call.connectorId}` });
      }
      return errors;
    },
  };
}

function operationOf(operations: Definition['operations'], name: string): ConnectorOperation | undefined {
  return Object.hasOwn(operations, name) ? operations[name] : undefined;
}
