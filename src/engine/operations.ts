/** The operations of a state: run in order, each result kept as `data.<contextKey>`. Connectors make the calls. */
import type { JsonObject, JsonValue } from '../model/json.ts';
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
    const outcome = kept(run, operation.contextKey, answered);
    const { contextKey, connectorId, operation: name } = operation;
    const found = outcome.ok ? { result: outcome.result } : { error: outcome.error };
    run.trace.add({ step: 'operation', contextKey, connectorId, operation: name, data, ...found });
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
function kept({ session }: Run, contextKey: string, answered: OperationOutcome): OperationOutcome {
  const outcome = answered.ok ? storable(answered.result) : answered;
  const reason = `${contextKey}_error`;
  if (outcome.ok && keep(session, 'data', { set: { [contextKey]: outcome.result }, without: reason })) return outcome;
  const error = outcome.ok ? NO_ROOM : outcome.error;
  // A failure leaves `data.<contextKey>` null and its reason in `data.<contextKey>_error` (docs/spec-choices.md §5).
  note(session, 'data', { [contextKey]: null, [reason]: { ...error } });
  return { ok: false, error };
}

function storable(result: JsonValue): OperationOutcome {
  const copy = scopeJson(result);
  return copy ? { ok: true, result: copy.value } : failed('too_large', 'the result is nested too deep');
}
