/** A state: one message in a flow, with the operations before it, the silent transitions and the input after it. */
import Type, { type Static } from 'typebox';
import type { FieldError } from '../errors.ts';
import { StateId } from './agent.ts';
import { AnswerSchema } from './answer-schema.ts';
import { ModelText } from './model-text.ts';
import { MessageTrafficType } from './traffic-type.ts';

const MAX_OPERATIONS = 20;
const MAX_TRANSITIONS = 100;
const MAX_ASSIGNMENTS = 50;
/** Characters: what fits on a card of a graph and into a list. */
const MAX_DISPLAY_NAME = 80;
/** Characters. They are kept with the flow, and read by a model at every turn. */
const MAX_INSTRUCTIONS = 8000;

/**
 * The name of a captured value or of a connector result: it must be usable as `input.<name>` in Liquid, and must not
 * reach an object's prototype.
 */
const VariableName = Type.String({
  pattern: '^(?!(__proto__|constructor|prototype)$)[A-Za-z_][A-Za-z0-9_]{0,63}$',
  description: 'Letters, digits and _, 1 to 64 characters; not __proto__, constructor or prototype.',
});

export const Operation = Type.Object(
  {
    connectorId: Type.String({ minLength: 1, maxLength: 100 }),
    authenticationId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The credential to use; the literal `none` for connectors that need no credentials.',
    }),
    operation: Type.String({ minLength: 1, maxLength: 100 }),
    contextKey: VariableName,
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'Parameters; every string may contain Liquid.' }),
    instructions: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_INSTRUCTIONS,
        description:
          'For an operation that asks a model: what it shall do. It is no Liquid, so that what a user wrote cannot get into it; `data` is given to the model as a message of its own.',
      }),
    ),
    answerSchema: Type.Optional(AnswerSchema),
  },
  { additionalProperties: false },
);
export type Operation = Static<typeof Operation>;

export const Transition = Type.Object(
  {
    condition: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'Liquid; the transition fires when the rendered output, trimmed, is exactly `true`.',
    }),
    nextState: StateId,
  },
  { additionalProperties: false },
);
export type Transition = Static<typeof Transition>;

const Assignment = Type.Object(
  {
    from: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        "A path in the user's message (`message.text`, `text`, `suggestionResponse.postbackData`), or JSONPath if it starts with `$`.",
    }),
    to: VariableName,
  },
  { additionalProperties: false },
);

export const Input = Type.Object(
  {
    nextState: StateId,
    assignments: Type.Optional(Type.Array(Assignment, { maxItems: MAX_ASSIGNMENTS })),
  },
  { additionalProperties: false },
);
export type Input = Static<typeof Input>;

/** `checkContentMessage` checks the content message, field by field, because every string of it may hold Liquid. */
export const Template = Type.Object(
  { contentMessage: Type.Unsafe<Record<string, unknown>>({ $ref: 'ContentMessage#' }) },
  { additionalProperties: false },
);

/** A state needs at least one of these; an empty list does not count. */
const PARTS = ['template', 'transitions', 'input', 'operations'] as const;
const LISTS: readonly string[] = ['transitions', 'operations'];
const someOf = (list: string) => ({ properties: { [list]: { type: 'array', minItems: 1 } } });

export const StateBody = Type.Object(
  {
    displayName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_DISPLAY_NAME,
        pattern: '\\S',
        description: 'What people call the state, beside its id; users of the agent never see it.',
        examples: ['Ask for the order number'],
      }),
    ),
    flowEntryStateId: Type.Optional(StateId),
    template: Type.Optional(Template),
    messageTrafficType: Type.Optional(
      MessageTrafficType(
        "The traffic type of the state's message, for the RCS platform, where the agent's use case does not imply it.",
      ),
    ),
    modelText: Type.Optional(ModelText),
    operations: Type.Optional(Type.Array(Operation, { maxItems: MAX_OPERATIONS })),
    transitions: Type.Optional(Type.Array(Transition, { maxItems: MAX_TRANSITIONS })),
    input: Type.Optional(Input),
  },
  {
    additionalProperties: false,
    anyOf: PARTS.map((part) => ({ required: [part], ...(LISTS.includes(part) && someOf(part)) })),
  },
);
export type StateBody = Static<typeof StateBody>;

export const EMPTY_STATE: FieldError = { path: '', message: `needs at least one of ${PARTS.join(', ')}` };

/** `StateBody`'s rule, for a body that results from a merge. */
export function isEmptyState(body: StateBody): boolean {
  return PARTS.map((part) => body[part]).every((part) => !part || (Array.isArray(part) && part.length === 0));
}

/** A state as a flow has it, of the draft or of a version. */
export type FlowState = StateBody & { stateId: string };

export type State = StateBody & {
  agentId: string;
  stateId: string;
  createdAt: string;
  updatedAt: string;
};
