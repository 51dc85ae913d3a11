/**
 * What a flow may call: the connectors by id, when a slot is free, under one deadline, with every outside failure
 * turned into an outcome. A flow goes on after a failed operation (docs/spec-choices.md §5), so the turns only store
 * the outcome.
 */
import { type FieldError, RemoteFailure } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { NewAuthentication } from '../model/authentication.ts';
import type { NewConnector } from '../model/connector.ts';
import type { JsonValue } from '../model/json.ts';
import { isTimeout, timeoutFailure } from '../net/failure.ts';
import { createAdmission, MAX_WAIT_MS, type Sign } from './admission.ts';
import { type ApiConnectorOptions, createApiConnector } from './api.ts';
import {
  type Connector,
  OPERATION_DEADLINE_MS,
  OPERATION_ERRORS,
  type OperationCall,
  type OperationError,
  OperationFailure,
  type OperationOutcome,
  type Prepared,
  type TurnShare,
} from './connector.ts';
import { authenticationFaults, definitionFaults } from './definition.ts';
import { createHttpConnector } from './http.ts';

export type { OperationCall, OperationOutcome } from './connector.ts';

export type Connectors = {
  /** Runs one operation. Outside failures are outcomes; only our own (the database, a bug) are thrown. */
  run: (call: OperationCall, turn?: TurnShare | null) => Promise<OperationOutcome>;
  /** What is wrong with an operation when its state is saved. Paths begin at the operation: `/data/url`. */
  check: CheckCall;
  /** `check` for many calls in a row: what it looks up is looked up once. */
  checker: () => CheckCall;
  /** What is wrong with a connector or a credential that has passed its schema. */
  checkConnector: (body: NewConnector) => Promise<FieldError[]>;
  checkAuthentication: (body: NewAuthentication) => Promise<FieldError[]>;
  /** Operations waiting for a slot, and origins paused by their breaker. */
  waiting: () => number;
  openBreakers: () => number;
};

type CheckCall = (call: OperationCall) => Promise<FieldError[]>;

export type ConnectorsOptions = Omit<ApiConnectorOptions, 'deadlineMs'> & {
  log: Logger;
  /** Milliseconds for one call; `OPERATION_DEADLINE_MS` if absent. */
  deadlineMs?: number;
};

/** With fewer milliseconds no call is started: a request abandoned at once may still be executed. */
const MIN_CALL_MS = 500;

export function createConnectors({
  log,
  deadlineMs = OPERATION_DEADLINE_MS,
  ...options
}: ConnectorsOptions): Connectors {
  const { outbound, userAgent, now } = options;
  const builtIn: Record<string, Connector> = { http: createHttpConnector(outbound, userAgent) };
  const api = createApiConnector({ ...options, deadlineMs });
  const connectorOf = (id: string): Connector => (Object.hasOwn(builtIn, id) ? builtIn[id]! : api);
  const admission = createAdmission({ log, now });

  async function resultOf(call: OperationCall, turn: TurnShare | null): Promise<JsonValue> {
    const endMs = performance.now() + (turn?.leftMs ?? Number.POSITIVE_INFINITY);
    const left = () => endMs - performance.now();
    if (left() < MIN_CALL_MS) throw new OperationFailure('out_of_time', OPERATION_ERRORS.out_of_time);
    const { origin, ask } = await connectorOf(call.connectorId).prepare(call, turn);
    const leave = await admission.enter(call.accountId, origin, Math.min(MAX_WAIT_MS, left() - MIN_CALL_MS));
    const timeMs = Math.max(1, Math.min(deadlineMs, Math.round(left())));
    let sign: Sign = null;
    try {
      const result = await inTime(ask, timeMs);
      sign = 'answered';
      return result;
    } catch (error) {
      sign = signOf(error, timeMs === deadlineMs);
      throw error;
    } finally {
      leave(sign);
    }
  }

  return {
    async run(call, turn = null) {
      try {
        return { ok: true, result: await resultOf(call, turn) };
      } catch (error) {
        return { ok: false, error: operationError(error) };
      }
    },
    check: (call) => connectorOf(call.connectorId).check(call),
    checker() {
      const check = once(outbound.check);
      const found = { findConnector: once(options.findConnector), findCredential: once(options.findCredential) };
      const http = createHttpConnector({ ...outbound, check }, userAgent);
      const ofAccount = createApiConnector({ ...options, ...found, deadlineMs });
      return (call) => (Object.hasOwn(builtIn, call.connectorId) ? http : ofAccount).check(call);
    },
    checkConnector: (body) => definitionFaults(body, Object.keys(builtIn), outbound),
    checkAuthentication: (body) => authenticationFaults(body, outbound),
    waiting: admission.waiting,
    openBreakers: admission.openBreakers,
  };
}

/** Asks once for the same arguments. */
function once<Given extends string[], Result>(ask: (...given: Given) => Result): (...given: Given) => Result {
  const answers = new Map<string, Result>();
  return (...given) => {
    const key = JSON.stringify(given);
    if (!answers.has(key)) answers.set(key, ask(...given));
    return answers.get(key)!;
  };
}

/** Each request ends by itself within the time left; the race also ends the wait for a token that others fetch. */
async function inTime(ask: Prepared['ask'], timeMs: number): Promise<JsonValue> {
  const endMs = performance.now() + timeMs;
  const deadline = () => {
    const leftMs = Math.ceil(endMs - performance.now());
    if (leftMs <= 0) throw timeoutFailure(timeMs);
    return leftMs;
  };
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(timeoutFailure(timeMs)), timeMs);
  try {
    return await Promise.race([ask(deadline), late]);
  } catch (error) {
    if (!(error instanceof RemoteFailure) || !isTimeout(error)) throw error;
    throw new OperationFailure('timeout', `no complete response within ${timeMs} ms`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** A call without its full time may have timed out for that reason; one that could not be sent reveals nothing. */
function signOf(error: unknown, hadAllTime: boolean): Sign {
  const failure = error instanceof OperationFailure ? error.cause : error;
  if (failure === undefined) return 'answered';
  return failure instanceof RemoteFailure && isTimeout(failure) && hadAllTime ? 'timed out' : null;
}

function operationError(error: unknown): OperationError {
  if (error instanceof OperationFailure) return { code: error.code, message: error.message };
  if (!(error instanceof RemoteFailure)) throw error;
  return { code: error.kind === 'refused' ? 'refused_address' : 'unreachable', message: error.message };
}
