/** What a test's connectors answer: the first line that fits an operation and has answers left. */
import type { ConnectorLine } from '../../model/flow-test.ts';
import type { OperationOutcome, RenderedOperation } from '../decision.ts';
import { fits } from './compare.ts';

/** An operation that no line answers; the test fails, so that what it gets does not matter. */
const UNANSWERED: OperationOutcome = { ok: false, error: { code: 'unanswered', message: 'the test has no answer' } };

export type TestConnectors = {
  answer(operation: RenderedOperation): OperationOutcome;
  /** Why an operation since the last call had no answer, and the line that would give one; null: all had. */
  takeMissing(): string | null;
};

export function createTestConnectors(lines: readonly ConnectorLine[]): TestConnectors {
  const left = lines.map(({ times = Number.POSITIVE_INFINITY }) => times);
  let missing: string | null = null;
  return {
    answer(operation) {
      const index = lines.findIndex((line, at) => left[at]! > 0 && isFor(line, operation));
      const line = lines[index];
      if (!line) {
        missing ??= missingLine(operation);
        return UNANSWERED;
      }
      left[index]! -= 1;
      const { fails, returns = null } = line;
      if (!fails) return { ok: true, result: returns };
      return { ok: false, error: { code: fails.code, message: fails.message ?? `fails with ${fails.code}` } };
    },
    takeMissing() {
      const taken = missing;
      missing = null;
      return taken;
    },
  };
}

function isFor({ connectorId, operation, when = {} }: ConnectorLine, asked: RenderedOperation): boolean {
  return connectorId === asked.connectorId && operation === asked.operation && fits(when, asked.data);
}

function missingLine({ connectorId, operation, data }: RenderedOperation): string {
  const line = JSON.stringify({ connectorId, operation, when: data, returns: null });
  return `no line answers the operation ${connectorId}/${operation}; this one would: ${line}`;
}
