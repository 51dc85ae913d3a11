/** What the verifier found in a flow document. docs/findings.md explains each code. */
import Type, { type Static } from 'typebox';

export const Finding = Type.Object({
  severity: Type.Enum(['error', 'warning'], {
    type: 'string',
    description: '`error`: the flow breaks wherever a user gets there. `warning`: it is probably not what was meant.',
  }),
  code: Type.String({ description: 'The rule; see docs/findings.md.', examples: ['missing_state'] }),
  path: Type.String({
    description: 'JSON pointer into the flow document.',
    examples: ['/states/welcome/input/nextState'],
  }),
  message: Type.String(),
  stateId: Type.Optional(Type.String({ description: 'Absent where it concerns no single state.' })),
});
export type Finding = Static<typeof Finding>;
