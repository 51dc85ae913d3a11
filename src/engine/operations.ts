/** The operations of a state: asked in order, each result kept as `data.<contextKey>`. Asking is left to connectors. */
import type { JsonObject, JsonValue } from '../model/json.ts';
import type { Operation } from '../model/state.ts';
import type { OperationOutcome } from './decision.ts';
import { TemplateError } from './liquid.ts';
import type { Run } from './run.ts';
import { scopeJson } from './scope.ts';
import { renderOperationData } from './template.ts';

/** Characters of JSON of all results in a session: two of the largest responses that connectors read. */
export const MAX_DATA_LENGTH = 512 * 1024;

/** Later operations may use the data of earlier ones. @throws {TemplateError} `killed` */
export async function runOperations(run: Run, operations: Operation[]): Promise<void> {
  for (const operation of operations) {
    const { data, outcome } = await runOperation(run, operation);
    keep(run, operation.contextKey, outcome);
    const { contextKey, connectorId, operation: name } = operation;
    const found = outcome.ok ? { result: outcome.result } : { error: outcome.error };
    run.trace.add({ step: 'operation', contextKey, connectorId, operation: name, data, ...found });
  }
}

async function runOperation(run: Run, operation: Operation): Promise<{ data: JsonValue; outcome: OperationOutcome }> {
  let data: JsonObject;
  try {
    data = await renderOperationData(run, operation.connectorId, operation.data);
  } catch (error) {
    // A value that does not fit its place is this operation's failure; a template that had to be killed ends the turn.
    if (!(error instanceof TemplateError) || error.fault === 'killed') throw error;
    return { data: null, outcome: failed('invalid_data', error.message) };
  }
  const outcome = await run.needs.runOperation({ ...operation, data });
  return { data, outcome: outcome.ok ? fitting(run, operation.contextKey, outcome.result) : outcome };
}

/** The result as it may be kept in a session, or the reason why it may not. */
function fitting(run: Run, contextKey: string, result: JsonValue): OperationOutcome {
  const copy = scopeJson(result);
  if (!copy) return failed('too_large', 'the result is nested too deep');
  const { [contextKey]: _replaced, ...others } = run.session.data;
  const length = JSON.stringify(copy.value).length + JSON.stringify(others).length;
  if (length > MAX_DATA_LENGTH) {
    return failed('too_large', `the session would hold more than ${MAX_DATA_LENGTH} characters of data`);
  }
  return { ok: true, result: copy.value };
}

function failed(code: string, message: string): OperationOutcome {
  return { ok: false, error: { code, message } };
}

// spec-choices.md §5: a failed operation leaves `data.<contextKey>` null and its reason in `data.<contextKey>_error`.
function keep(run: Run, contextKey: string, outcome: OperationOutcome): void {
  const { [`${contextKey}_error`]: _earlier, ...others } = run.session.data;
  run.session.data = outcome.ok
    ? { ...others, [contextKey]: outcome.result }
    : { ...others, [contextKey]: null, [`${contextKey}_error`]: { ...outcome.error } };
}
