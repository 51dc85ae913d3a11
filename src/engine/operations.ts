/** The operations of a state: run in order, each result kept as `data.<contextKey>`. Connectors make the calls. */
import { createHash } from 'node:crypto';
import { type AnswerSchema, answerFault, freeTexts } from '../model/answer-schema.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Session } from '../model/session.ts';
import type { Operation } from '../model/state.ts';
import type { OperationOutcome } from './decision.ts';
import { TemplateError } from './liquid.ts';
import { keep, NO_ROOM, note } from './room.ts';
import type { Run } from './run.ts';
import { scopeJson } from './scope.ts';
import { renderOperationData } from './template.ts';

/** Later operations may use the data of earlier ones. @throws {TemplateError} `killed` @throws {SessionFull} */
export async function runOperations(run: Run, operations: Operation[]): Promise<void> {
  for (const operation of operations) {
    const { data, outcome: answered } = await runOperation(run, operation);
    const outcome = kept(run, operation, answered);
    const { contextKey, connectorId, operation: name } = operation;
    const found = outcome.ok ? { result: outcome.result } : { error: outcome.error };
    run.trace.add({
      step: 'operation',
      contextKey,
      connectorId,
      operation: name,
      ...asksOf(operation),
      data,
      ...found,
    });
  }
}

async function runOperation(run: Run, operation: Operation): Promise<{ data: JsonValue; outcome: OperationOutcome }> {
  const ordinal = run.operations;
  run.operations += 1;
  let data: JsonObject;
  try {
    data = await renderOperationData(run, operation.connectorId, operation.data);
  } catch (error) {
    // A value that does not fit its place fails this operation; a template that had to be killed ends the turn.
    if (!(error instanceof TemplateError) || error.fault === 'killed') throw error;
    return { data: null, outcome: failed('invalid_data', error.message) };
  }
  const outcome = await run.needs.runOperation({ ...operation, data, ordinal });
  return { data, outcome };
}

function failed(code: string, message: string): OperationOutcome {
  return { ok: false, error: { code, message } };
}

/** The outcome as stored: a result that does not fit into the session counts as failed. @throws {SessionFull} */
function kept({ session }: Run, operation: Operation, answered: OperationOutcome): OperationOutcome {
  const { contextKey, answerSchema } = operation;
  const outcome = answered.ok ? fitting(answered.result, answerSchema) : answered;
  const reason = `${contextKey}_error`;
  if (
    outcome.ok &&
    mark(session, operation) &&
    keep(session, 'data', { set: { [contextKey]: outcome.result }, without: reason })
  ) {
    return outcome;
  }
  const error = outcome.ok ? NO_ROOM : outcome.error;
  // A failure leaves `data.<contextKey>` null and its reason in `data.<contextKey>_error` (docs/spec-choices.md §5).
  note(session, 'data', { [contextKey]: null, [reason]: { ...error } });
  return { ok: false, error };
}

/** The result as stored, if it is what the operation promises. The reason holds nothing of it. */
function fitting(result: JsonValue, schema: AnswerSchema | undefined): OperationOutcome {
  const copy = scopeJson(result);
  if (!copy) return failed('too_large', 'the result is nested too deep');
  const fault = schema ? answerFault(schema, copy.value) : null;
  return fault === null
    ? { ok: true, result: copy.value }
    : failed('invalid_answer', `the result does not fit ${fault}`);
}

/** Notes where the result holds free text of a model, for `written.ts`. False when there is no room for that. */
function mark(session: Session, { contextKey, instructions, answerSchema }: Operation): boolean {
  const places = instructions === undefined ? [] : answerSchema ? freeTexts(answerSchema) : [''];
  if (places.length > 0) return keep(session, 'written', { set: { [contextKey]: places } });
  const isMarked = Object.hasOwn(session.written ?? {}, contextKey);
  return !isMarked || keep(session, 'written', { set: {}, without: contextKey });
}

/** What a model was asked, so that a replay does not take its answer for that to another question. */
export function asksOf({ instructions, answerSchema }: Pick<Operation, 'instructions' | 'answerSchema'>): {
  asks?: string;
} {
  if (instructions === undefined) return {};
  return {
    asks: createHash('sha256')
      .update(JSON.stringify([instructions, answerSchema]))
      .digest('base64url')
      .slice(0, 22),
  };
}
