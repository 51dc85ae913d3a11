/**
 * The contract of a connector: a system that a flow may call before it answers. Each kind is one file; `index.ts` lists
 * them. The turns render the Liquid in `data` and store the outcome.
 */
import type { FieldError, RemoteFailure } from '../errors.ts';
import type { AnswerSchema } from '../model/answer-schema.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Traced } from '../traced.ts';

/** Milliseconds for a call until its response is complete, including a token request: a person waits for the reply. */
export const OPERATION_DEADLINE_MS = 10_000;
/** Bytes of a response: flows read small values, and the result is stored with the conversation's session. */
export const MAX_RESPONSE_BYTES = 256 * 1024;
/** Bytes of a request body, for the same reason. */
export const MAX_REQUEST_BYTES = 256 * 1024;

/** An element of a state's `operations`, for one account. When it runs, the Liquid in `data` is already rendered. */
export type OperationCall = {
  accountId: string;
  connectorId: string;
  authenticationId: string;
  operation: string;
  data: JsonObject;
  /** For a model. The state's own words: no value is rendered into them. */
  instructions?: string;
  answerSchema?: AnswerSchema;
};

/** What a turn passes to each of its operations. */
export type TurnShare = Traced & {
  /** The same in every attempt of the turn. Sent with the request, unless the flow or the connector sets that header. */
  idempotencyKey: string;
  /** Milliseconds left for its operations. */
  leftMs: number;
  /** What its models have taken so far; each call counts itself. */
  tokens: { used: number };
};

/** A code of `OPERATION_ERRORS`, or `http_<status>`; the message is for the trace and never holds a secret. */
export type OperationError = { code: string; message: string };

export type OperationOutcome = { ok: true; result: JsonValue } | { ok: false; error: OperationError };

export type Connector = {
  /** Builds the request without sending it. @throws {OperationFailure} */
  prepare: (call: OperationCall, turn: TurnShare | null) => Promise<Prepared>;
  /** What is wrong with it when a state is saved; `data` holds unrendered Liquid. Paths begin at the operation. */
  check: (call: OperationCall) => Promise<FieldError[]>;
};

export type Prepared = {
  /** Of the requested URL. */
  origin: string;
  /** Sends it. Throws `OperationFailure` for a bad response, `RemoteFailure` when there is none. */
  ask: (deadline: Deadline) => Promise<JsonValue>;
};

/** Milliseconds left for the call. @throws {RemoteFailure} at zero: nothing may be sent any more. */
export type Deadline = () => number;

/** Why an operation gave no result. Flows may test these words, so they never change. */
export const OPERATION_ERRORS = {
  invalid_data: 'the rendered data cannot be sent',
  unknown_connector: 'there is no such connector',
  unknown_operation: 'the connector has no such operation',
  unknown_authentication: 'there is no such credential for this connector',
  authentication_failed: 'the token endpoint returned no token',
  refused_address: 'the address may not be called',
  timeout: 'no complete response in time',
  unavailable: 'it has timed out many times in a row and is not called for a while',
  busy: 'too many calls were in flight for too long',
  out_of_time: 'the operations of the turn have used up their time',
  unreachable: 'DNS, TLS or the connection failed',
  too_large: 'the response is too large or too deep',
  not_json: 'the response is not JSON',
  unsupported_encoding: 'the response is compressed',
  invalid_answer: 'the result does not fit its schema',
  tokens_spent: 'the tokens of the turn, or of the day, are used up',
  tool_failed: 'the tool failed, or its server refused the call',
} as const;

/** Thrown inside the connectors only: `Connectors.run` turns it into an outcome. */
export class OperationFailure extends Error {
  readonly code: keyof typeof OPERATION_ERRORS | `http_${number}`;

  /** `cause`: the underlying `RemoteFailure`, if there was no response. */
  constructor(code: OperationFailure['code'], message: string, options?: { cause: RemoteFailure }) {
    super(message, options);
    this.name = 'OperationFailure';
    this.code = code;
  }
}
