/** A flow document: all states of an agent, its keywords and its default state, as one JSON document. */
import Type, { type Static } from 'typebox';
import { AgentConfig, StateId } from './agent.ts';
import { StateBody } from './state.ts';

/** Of one document: a few times the largest flows that people draw. */
export const MAX_FLOW_STATES = 5_000;
/** As JSON: 2,000 states of 4 KiB. One is parsed at once, in some 50 ms. */
export const MAX_FLOW_BYTES = 8 * 1024 * 1024;

const States = Type.Object(
  {},
  {
    propertyNames: StateId,
    additionalProperties: StateBody,
    maxProperties: MAX_FLOW_STATES,
    description: `By stateId; up to ${MAX_FLOW_STATES}.`,
  },
);

export const Flow = Type.Object(
  {
    $schema: Type.Optional(Type.String({ maxLength: 2048, description: 'For editors; it has no effect.' })),
    defaultState: AgentConfig.properties.defaultState,
    keywords: AgentConfig.properties.keywords,
    states: Type.Unsafe<Record<string, StateBody>>(States),
  },
  { additionalProperties: false, description: 'All states of an agent, with its keywords and its default state.' },
);
export type Flow = Static<typeof Flow>;

/** What a document changes in a draft, or would change. */
export const FlowChanges = Type.Object({
  added: Type.Array(Type.String(), {
    description: 'The ids of new states; in a dry run as the document has them, even where they are no ids.',
  }),
  changed: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
  unchanged: Type.Integer({ description: 'How many states stay as they are.' }),
  keywordsChanged: Type.Boolean(),
  defaultStateChanged: Type.Boolean(),
});
export type FlowChanges = Static<typeof FlowChanges>;
