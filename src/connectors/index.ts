/**
 * Whom a flow may ask: the connectors by their id, under one deadline, every outside failure turned into an outcome.
 * A flow goes on after a failed operation (spec-choices.md §5), so that the turns only store what comes from here.
 */
import { type FieldError, RemoteFailure } from '../errors.ts';
import type { NewAuthentication } from '../model/authentication.ts';
import type { NewConnector } from '../model/connector.ts';
import { isTimeout, timeoutFailure } from '../net/failure.ts';
import { type ApiConnectorOptions, createApiConnector } from './api.ts';
import {
  type Connector,
  OPERATION_DEADLINE_MS,
  type OperationCall,
  type OperationError,
  OperationFailure,
  type OperationOutcome,
  type TurnShare,
} from './connector.ts';
import { authenticationFaults, definitionFaults } from './definition.ts';
import { createHttpConnector } from './http.ts';

export type { StoredCredential } from './authorization.ts';
export type { OperationCall, OperationError, OperationOutcome } from './connector.ts';

export type Connectors = {
  /** Runs one operation. What fails outside is an outcome; only our own failures (the database, a bug) are thrown. */
  run: (call: OperationCall, turn?: TurnShare) => Promise<OperationOutcome>;
  /** What is wrong with an operation when its state is saved. Paths begin at the operation: `/data/url`. */
  check: (call: OperationCall) => Promise<FieldError[]>;
  /** What is wrong with a connector, or a credential, that has passed its schema. */
  checkConnector: (body: NewConnector) => Promise<FieldError[]>;
  checkAuthentication: (body: NewAuthentication) => Promise<FieldError[]>;
};

export type ConnectorsOptions = ApiConnectorOptions & {
  /** Milliseconds for one operation; `OPERATION_DEADLINE_MS` if absent. */
  deadlineMs?: number;
};

export function createConnectors({ deadlineMs = OPERATION_DEADLINE_MS, ...options }: ConnectorsOptions): Connectors {
  const { outbound, userAgent } = options;
  const builtIn: Record<string, Connector> = { http: createHttpConnector(outbound, userAgent) };
  const api = createApiConnector(options);
  const connectorOf = (id: string): Connector => (Object.hasOwn(builtIn, id) ? builtIn[id]! : api);

  return {
    async run(call, turn) {
      const endMs = performance.now() + deadlineMs;
      const { promise: late, reject } = Promise.withResolvers<never>();
      // Each request ends by itself in the time that is left; this also ends the wait for a token that another
      // operation, begun later, is fetching.
      const timer = setTimeout(() => reject(timeoutFailure(deadlineMs)), deadlineMs);
      try {
        const left = () => Math.max(1, Math.ceil(endMs - performance.now()));
        const result = await Promise.race([connectorOf(call.connectorId).run(call, left, turn ?? null), late]);
        return { ok: true, result };
      } catch (error) {
        return { ok: false, error: operationError(error, deadlineMs) };
      } finally {
        clearTimeout(timer);
      }
    },
    check: (call) => connectorOf(call.connectorId).check(call),
    checkConnector: (body) => definitionFaults(body, Object.keys(builtIn), outbound),
    checkAuthentication: (body) => authenticationFaults(body, outbound),
  };
}

function operationError(error: unknown, deadlineMs: number): OperationError {
  if (error instanceof OperationFailure) return { code: error.code, message: error.message };
  if (!(error instanceof RemoteFailure)) throw error;
  if (error.kind === 'refused') return { code: 'refused_address', message: error.message };
  if (isTimeout(error)) return { code: 'timeout', message: `no complete response within ${deadlineMs} ms` };
  return { code: 'unreachable', message: error.message };
}
