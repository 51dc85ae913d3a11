/** A step of a flow test in a few words. The service's own words are the engine's, which the console does not have. */
import type { TestStep } from '@model/flow-test.ts';
import { texts } from '../texts/texts.ts';

const MAX_LENGTH = 120;

/** The console imports the model's types alone. */
const ACTIONS = ['writes', 'taps', 'shares', 'files'] as const satisfies (keyof TestStep)[];

export function stepInWords(step: TestStep): string {
  if (step.send !== undefined) return texts.tests.sends(step.send.stateId);
  if (step.waits !== undefined) return texts.tests.waits(step.waits);
  const action = ACTIONS.find((name) => step[name] !== undefined);
  if (action === undefined) return texts.tests.nothing;
  const given = step[action];
  const text = typeof given === 'string' ? `“${given}”` : JSON.stringify(given);
  return texts.tests.does[action](text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
}
