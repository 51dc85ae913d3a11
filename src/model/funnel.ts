/** What became of conversations in each state of a flow, counted from recorded turns. docs/funnel.md explains it. */
import Type, { type Static } from 'typebox';

/** Of an answer; the rarest are left out. */
export const MAX_FUNNEL_STATES = 1_000;
export const MAX_FUNNEL_EDGES = 5_000;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const FunnelState = Type.Object({
  stateId: Type.String(),
  entered: Count('How often it was entered.'),
  waited: Count('How often it then waited for input.'),
  answered: Count('Of these waits, those that an answer ended.'),
  left: Count('Those after which the session ended, or the conversation went elsewhere. The rest still waits.'),
  failed: Count('Turns that stopped there.'),
  sent: Count('Messages that it sent.'),
});
export type FunnelState = Static<typeof FunnelState>;

const BECAUSE = ['send', 'chip', 'input', 'keyword', 'default', 'transition'] as const;

const FunnelEdge = Type.Object({
  from: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the conversation was; null for a send request, and when a session begins.',
  }),
  to: Type.String(),
  because: Type.Enum([...BECAUSE], { type: 'string' }),
  count: Count('How often.'),
});
export type FunnelEdge = Static<typeof FunnelEdge>;

export const FunnelCounts = Type.Object({
  conversations: Count('Conversations with turns in this time that were looked at.'),
  turns: Count('Turns that were looked at, on whichever version.'),
  states: Type.Array(FunnelState, {
    description: `In the order of the flow as users went through it; the ${MAX_FUNNEL_STATES} most entered.`,
  }),
  edges: Type.Array(FunnelEdge, { description: `The most frequent first; up to ${MAX_FUNNEL_EDGES}.` }),
});
export type FunnelCounts = Static<typeof FunnelCounts>;

export const Funnel = Type.Object({
  since: Type.String({ format: 'date-time' }),
  until: Type.String({ format: 'date-time' }),
  version: Type.Optional(
    Type.Union([Type.Integer(), Type.Null()], { description: 'As asked for; null is the draft.' }),
  ),
  whole: Type.Boolean({ description: 'Whether all turns of this time were looked at.' }),
  ...FunnelCounts.properties,
});
