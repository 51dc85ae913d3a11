/** A replay: recorded conversations run again on another flow, and what would have been different. */
import Type, { type Static } from 'typebox';
import { TestId } from './flow-test.ts';
import type { JsonObject } from './json.ts';
import { PhoneNumber } from './phone-number.ts';
import { WhichVersion } from './version.ts';

/** Sessions in one replay. */
export const MAX_REPLAYED = 10_000;
/** Of groups, and of reasons; the rarest are left out. */
export const MAX_GROUPS = 50;
export const MAX_EXAMPLES = 3;

const Time = (description: string) => Type.String({ format: 'date-time', description });
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const ReplayRequest = Type.Object(
  {
    version: Type.Optional(WhichVersion),
    since: Time('Sessions that began at this time or later.'),
    until: Type.Optional(Time('Turns before this time; now if absent.')),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_REPLAYED,
        default: MAX_REPLAYED,
        description: 'Sessions at most. With that many in `sessions` when it is done, there may be more.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ReplayRequest = Static<typeof ReplayRequest>;

export const TurnOutcome = Type.Object({
  reply: Type.Union([Type.Unsafe<JsonObject>({ type: 'object' }), Type.Null()], {
    description: 'The message; null if there is none.',
  }),
  state: orNull('The state that was entered last.'),
  waits: orNull('The state that waits for input afterwards.'),
  stopped: orNull('Why the turn ended before a message.'),
});
export type TurnOutcome = Static<typeof TurnOutcome>;

const Example = Type.Object({
  phoneNumber: PhoneNumber,
  turn: Type.Integer({ minimum: 1, description: 'The number of the first turn that differs.' }),
  recorded: TurnOutcome,
  replayed: TurnOutcome,
});

export const WHATS = ['message', 'waits', 'stop'] as const;

const Group = Type.Object({
  state: orNull('The state that the recorded turn entered last.'),
  what: Type.Enum([...WHATS], { type: 'string', description: 'What differs first.' }),
  count: Count('Sessions.'),
  examples: Type.Array(Example, { description: `Up to ${MAX_EXAMPLES}.` }),
});

const Reason = Type.Object({
  reason: Type.String({ description: 'Why nobody can say: `needs http/request` for example.' }),
  count: Count('Sessions.'),
  example: Type.Object({ phoneNumber: PhoneNumber, turn: Type.Integer({ minimum: 1 }) }),
});

export const ReplayCounts = Type.Object({
  conversations: Count('Conversations read so far.'),
  sessions: Count('Sessions replayed so far.'),
  same: Count('Sessions with the same messages, waits and stops.'),
  different: Count('Sessions with a turn that differs.'),
  cannotSay: Count('Sessions of which the recording lacks something.'),
  groups: Type.Array(Group, { description: 'By the first state that differs and in what; the largest first.' }),
  reasons: Type.Array(Reason, { description: 'Why nobody can say; the most frequent first.' }),
});
export type ReplayCounts = Static<typeof ReplayCounts>;

/** Before the first slice. */
export const NO_COUNTS: ReplayCounts = {
  ...{ conversations: 0, sessions: 0, same: 0, different: 0, cannotSay: 0 },
  ...{ groups: [], reasons: [] },
};

const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];
export const JobStatus = Type.Enum([...JOB_STATES], { type: 'string' });

export const Replay = Type.Object({
  replayId: TestId,
  status: JobStatus,
  ...ReplayRequest.properties,
  ...ReplayCounts.properties,
  failure: Type.Optional(Type.String({ description: 'Why it failed.' })),
  createdAt: Time('When it was asked for.'),
  updatedAt: Time('When it last made progress.'),
});
export type Replay = Static<typeof Replay>;
