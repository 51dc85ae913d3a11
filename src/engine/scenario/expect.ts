/** What a step expects, compared with what happened. */
import type { Expect } from '../../model/flow-test.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Session } from '../../model/session.ts';
import type { TestFault } from '../../model/test-result.ts';
import type { Decision, RenderedOperation } from '../decision.ts';
import { differences } from './compare.ts';

/** A turn; or time that passed, which leaves a session and nothing else. */
export type Played = (Decision & { asked: RenderedOperation[] }) | { session: Session };

/** @param path JSON pointer of `expected` */
export function faultsOf(expected: Expect, played: Played, path: string): TestFault[] {
  const { like = {}, stopped, asked, trace, ...whole } = expected;
  const actual = actualOf(played);
  const faults: TestFault[] = [];
  const compare = (name: string, extent: 'whole' | 'part', value: unknown, found: unknown) =>
    faults.push(...differences(value, found, extent, `${path}/${name}`));

  for (const [name, value] of Object.entries(whole)) compare(name, 'whole', value, actual[name]);
  for (const [name, value] of Object.entries(like)) compare(`like/${name}`, 'part', value, actual[name] ?? undefined);
  // A turn that stopped is reported, whether or not the test asks.
  if (stopped !== undefined || actual['stopped']) compare('stopped', 'part', stopped ?? null, actual['stopped']);
  if (trace) compareSteps(trace, actual['trace'], `${path}/trace`, faults);
  if (asked) compare('asked', 'whole', asked, named(asked, actual['asked']));
  return faults;
}

function actualOf(played: Played): Record<string, unknown> {
  const { awaitingStateId, params, data, input } = played.session;
  const session = { waits: awaitingStateId, params, data, input };
  if (!('trace' in played)) return session;
  const { reply, stopped, trace, asked } = played;
  return {
    ...session,
    reply: reply?.contentMessage ?? null,
    state: reply?.stateId ?? null,
    response: reply?.response ?? null,
    stopped,
    trace,
    asked,
  };
}

/** As many steps as expected, each by part. */
function compareSteps(expected: JsonObject[], actual: unknown, path: string, faults: TestFault[]): void {
  const steps = (actual ?? []) as Decision['trace'];
  if (expected.length !== steps.length) {
    const found = steps.map(({ step }) => step).join(', ') || 'none';
    faults.push({ path, message: `has ${steps.length} steps, not ${expected.length}: ${found}` });
  }
  for (const [index, step] of expected.entries()) {
    if (steps[index]) faults.push(...differences(step, steps[index], 'part', `${path}/${index}`));
  }
}

/** Of each operation the fields that the expected one has, if there is one in its place. */
function named(expected: JsonObject[], actual: unknown): unknown {
  if (!Array.isArray(actual)) return actual;
  return actual.map((operation, index) => {
    const { connectorId, operation: name, contextKey, data } = operation as RenderedOperation;
    const all: Record<string, unknown> = { connectorId, operation: name, contextKey, data };
    const fields = expected[index] ? Object.keys(expected[index]) : Object.keys(all);
    return Object.fromEntries(fields.map((field) => [field, all[field]]));
  });
}
