/** A flow document: all states of an agent, its keywords and its default state, as one JSON document. */
import Type, { type Static } from 'typebox';
import { AgentConfig, StateId } from './agent.ts';
import { StateBody } from './state.ts';

export const Flow = Type.Object(
  {
    $schema: Type.Optional(Type.String({ maxLength: 2048, description: 'For editors; it has no effect.' })),
    defaultState: AgentConfig.properties.defaultState,
    keywords: AgentConfig.properties.keywords,
    states: Type.Record(StateId, StateBody, { description: 'By stateId.' }),
  },
  { additionalProperties: false },
);
export type Flow = Static<typeof Flow>;
