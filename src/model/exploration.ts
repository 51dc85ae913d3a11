/** What random conversations with a flow bring to light. docs/exploration.md explains it. */
import Type, { type Static } from 'typebox';
import { FlowTest } from './flow-test.ts';

export const Discovery = Type.Object({
  code: Type.String({
    description: 'Why the turn stopped, such as `invalid_message`, or `unanswered` or `chip_leads_nowhere`.',
  }),
  key: Type.String({ description: 'The same for the same mistake, in every conversation.' }),
  stateId: Type.Optional(Type.String()),
  message: Type.String(),
  test: FlowTest,
});
export type Discovery = Static<typeof Discovery>;
