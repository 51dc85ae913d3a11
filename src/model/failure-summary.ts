/** The failure queue at a glance: how many events failed in which way, and how their endpoints are. */
import Type, { type Static } from 'typebox';

const Time = Type.String({ format: 'date-time' });
const MaybeTime = (description: string) => Type.Union([Time, Type.Null()], { description });

/** Counts stop here: some tenths of a second of counting. */
export const MAX_COUNTED_FAILURES = 1_000_000;
export const MAX_GROUPS = 100;

const EndpointId = Type.Union([Type.String(), Type.Null()], {
  description: "Of a further endpoint; null for the agent's own webhook.",
});

const FailureGroup = Type.Object({
  agentId: Type.String(),
  endpointId: EndpointId,
  reason: Type.String({
    description: 'The status and the first words of the response, or the fault of the network: the filter `reason`.',
    examples: ['401 invalid signature', 'connection refused'],
  }),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status; null if there was no response.' }),
  count: Type.Integer({ minimum: 0 }),
  since: Type.String({ format: 'date-time', description: 'When the first of them got into the queue.' }),
  until: Type.String({ format: 'date-time', description: 'When the last of them did.' }),
  exampleEventId: Type.Union([Type.String(), Type.Null()], { description: 'The latest of them.' }),
  usually: Type.String({ description: 'What it usually means.' }),
  check: Type.String({ description: 'Where to look.' }),
});
export type FailureGroup = Static<typeof FailureGroup>;

const EndpointHealth = Type.Object({
  agentId: Type.String(),
  endpointId: EndpointId,
  name: Type.String({ description: "The agent's." }),
  url: Type.Union([Type.String(), Type.Null()], { description: "Of the agent's own webhook, its `eventForwardUrl`." }),
  breaker: Type.Enum(['closed', 'open'], {
    type: 'string',
    description: '`open`: it keeps failing, and its events wait until one of them succeeds.',
  }),
  openSince: MaybeTime('When the breaker opened.'),
  refusingSince: MaybeTime('Since when it has answered nothing but 4xx, at least ten times; else null.'),
  lastAcceptedAt: MaybeTime('When it last accepted an event.'),
  lastFailedAt: MaybeTime('When it last did not.'),
  pausedSince: MaybeTime('Since when it is paused.'),
  accepted: Type.Integer({ minimum: 0, description: 'Events that it has accepted so far.' }),
  givenUp: Type.Integer({ minimum: 0, description: 'Events that went to its failure queue after an attempt.' }),
  answerMs: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The median of its latest attempts, in milliseconds.',
  }),
});
export type EndpointHealth = Static<typeof EndpointHealth>;

/** Counting what waits stops here: some milliseconds of counting. */
export const MAX_WAITING = 10_000;

export const EndpointStatistics = Type.Object({
  ...EndpointHealth.properties,
  waiting: Type.Integer({ minimum: 0, description: `Events that wait for it; counting stops at ${MAX_WAITING}.` }),
  oldestAt: MaybeTime('When the first of those came about.'),
  failed: Type.Integer({ minimum: 0, description: 'Events in its failure queue.' }),
});

export const FailureSummary = Type.Object({
  total: Type.Integer({ minimum: 0, description: `Events that match; counting stops at ${MAX_COUNTED_FAILURES}.` }),
  groups: Type.Array(FailureGroup, { description: `The largest ${MAX_GROUPS}, largest first.` }),
  endpoints: Type.Array(EndpointHealth, {
    description:
      'The endpoints of the agent, its own webhook first, or those of agents with failures or in trouble; updated every ten seconds.',
  }),
});
export type FailureSummary = Static<typeof FailureSummary>;
