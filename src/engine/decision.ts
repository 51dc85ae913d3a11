/**
 * The engine's input for one turn, and its result. The engine has no clock, no random, no network and no database:
 * everything it needs of them is in these types.
 */
import type { ContentMessage } from '../model/content-message.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { UserContent } from '../model/notice.ts';
import type { Session } from '../model/session.ts';
import type { FlowState, Operation } from '../model/state.ts';
import type { StopReason, TraceStep } from '../model/trace.ts';
import type { TrafficType } from '../model/traffic-type.ts';
import type { Render } from './sandbox.ts';

/** A connector's answer. `code` is a word that a flow can test, `message` is for the developer. */
export type OperationOutcome =
  | { ok: true; result: JsonValue }
  | { ok: false; error: { code: string; message: string } };

/** An element of a state's `operations` with its Liquid rendered; `ordinal` is its place among all of the turn. */
export type RenderedOperation = Omit<Operation, 'data'> & { data: JsonObject; ordinal: number };

export type EngineNeeds = {
  /** A state of the flow that the turn runs on. */
  findState(stateId: string): Promise<FlowState | undefined>;
  /** Calls a connector. Never throws. */
  runOperation(operation: RenderedOperation): Promise<OperationOutcome>;
  /** `Sandbox.renderFor` the agent's account. */
  render: Render;
};

export type Turn = {
  /** As it is before the turn; not modified. A session that has ended was replaced by a fresh one. */
  session: Session;
  phoneNumber: string;
  /** What the user sent, or null when the turn is a send. */
  message: UserContent | null;
  /** ISO 8601: the time of the item, the only time the engine knows. */
  now: string;
};

/** The message; `response` is the value of `X-Service-Response`: the state's id, or the keyword that led to it. */
type Reply = {
  /** Null for an acknowledgement, which belongs to no state. */
  stateId: string | null;
  contentMessage: ContentMessage;
  response: string;
  /** If the state sets it. */
  messageTrafficType?: TrafficType;
};

export type Decision = {
  /** As it is after the turn. */
  session: Session;
  reply: Reply | null;
  /** Why the turn ended before a message; null when it followed the flow, with or without one. */
  stopped: { reason: StopReason; detail: string; stateId?: string } | null;
  trace: TraceStep[];
};
