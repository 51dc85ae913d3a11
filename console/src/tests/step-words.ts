/** A step of a flow test in a few words. The service's own words are the engine's, which the console does not have. */
import type { TestStep } from '@model/flow-test.ts';

const MAX_LENGTH = 120;

/** The console imports the model's types alone. */
const ACTIONS = ['send', 'writes', 'taps', 'shares', 'files', 'waits'] as const satisfies (keyof TestStep)[];

export function stepInWords(step: TestStep): string {
  const action = ACTIONS.find((name) => step[name] !== undefined);
  if (action === undefined) return 'does nothing';
  if (action === 'send') return `the client sends ${step.send!.stateId}`;
  if (action === 'waits') return `nothing happens for ${step.waits}`;
  const given = step[action];
  const text = typeof given === 'string' ? `“${given}”` : JSON.stringify(given);
  return `the user ${action} ${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}`;
}
