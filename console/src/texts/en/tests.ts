/** The flow tests of an agent. */
import { number } from './number.ts';

const steps = (count: number) => `${number(count)} ${count === 1 ? 'step' : 'steps'}`;

export const tests = {
  run: 'Run against the draft',
  told: (passed: number, failed: number, skipped: number, count: number) =>
    `${number(passed)} passed, ${number(failed)} failed${skipped > 0 ? `, ${number(skipped)} skipped` : ''}, ${steps(count)}`,
  none: 'A test says what happens to the flow and what it must answer, and runs before each publication. The quickest way to one is a {conversation}: open it and make a test of it.',
  conversation: 'conversation',
  reached: 'Reached',
  reachedStates: (covered: number, all: number) => `${number(covered)} of ${number(all)} states`,
  reachedTransitions: (covered: number, all: number) => `${number(covered)} of ${number(all)} transitions`,
  reachedChips: (covered: number, all: number) => `${number(covered)} of ${number(all)} chips`,
  notEntered: 'No test enters {states}.',

  passed: '✓ passed',
  failedAt: (step: number) => `✗ failed at step ${step}`,
  skipped: 'skipped',
  steps,
  stepsBefore: (count: number) => `${number(count)} steps before`,
  stepsAfter: (count: number) => `${number(count)} steps after`,
  expected: 'Expected',
  butWas: 'But was',
  happened: 'What happened',
  nothing: 'does nothing',
  sends: (stateId: string) => `the client sends ${stateId}`,
  waits: (time: string) => `nothing happens for ${time}`,
  does: {
    writes: (what: string) => `the user writes ${what}`,
    taps: (what: string) => `the user taps ${what}`,
    shares: (what: string) => `the user shares ${what}`,
    files: (what: string) => `the user files ${what}`,
  },

  make: 'Make a test of this',
  ofConversation: 'A test of this conversation',
  keepPersonal: 'Keep personal data',
  elseReplaced: 'Otherwise the number, and what is recognised as personal, is replaced.',
  lookFirst: 'Look at this first',
  title: 'What the flow does, as a sentence',
  id: 'Test id',
  idForm: 'Letters, digits and . _ ~ : @ -',
  idTaken: 'Another test has this id.',
  stepsTitle: 'Steps',
  wholeTest: 'The whole test as JSON',
  theTest: 'The test',
  keep: 'Keep with the agent',
  kept: 'The test is kept with the agent.',
};
