/** What random conversations with a flow bring to light. docs/exploration.md explains it. */
import Type, { type Static } from 'typebox';
import { FlowTest, TestId } from './flow-test.ts';
import { JobStatus } from './replay.ts';
import { Coverage } from './test-result.ts';
import { WhichVersion } from './version.ts';

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

const MAX_CONVERSATIONS = 100_000;

export const NewExploration = Type.Object(
  {
    version: Type.Optional(WhichVersion),
    conversations: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_CONVERSATIONS, default: 500, description: 'How many.' }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 1,
        description: 'The same seed and flow make the same conversations.',
      }),
    ),
  },
  { additionalProperties: false },
);
/** With its defaults. */
export type ExplorationRequest = Required<Static<typeof NewExploration>>;

/** What a slice leaves to the next one. `visits`: names for `coverageOf`. */
export type ExplorationProgress = {
  done: number;
  steps: number;
  discoveries: Discovery[];
  visits: string[];
  coverage?: Coverage;
};
export const NOTHING_EXPLORED: ExplorationProgress = { done: 0, steps: 0, discoveries: [], visits: [] };

export const Exploration = Type.Object({
  explorationId: TestId,
  status: JobStatus,
  ...NewExploration.properties,
  done: Type.Integer({ minimum: 0, description: 'Conversations so far. After very many discoveries it ends early.' }),
  steps: Type.Integer({ minimum: 0, description: 'Their steps together.' }),
  discoveries: Type.Array(Discovery),
  coverage: Type.Optional(Coverage),
  failure: Type.Optional(Type.String({ description: 'Why it failed.' })),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time', description: 'When it last made progress.' }),
});
export type Exploration = Static<typeof Exploration>;
