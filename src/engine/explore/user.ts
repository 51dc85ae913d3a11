/** A user who taps what is offered, writes what is expected and what is not, and now and then leaves for a day. */
import type { Flow } from '../../model/flow.ts';
import type { TestStep } from '../../model/flow-test.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Session } from '../../model/session.ts';
import type { Chip } from '../chip.ts';
import { type Sent, shownChips } from '../scenario/chips.ts';
import type { Hints } from './hints.ts';
import type { Random } from './random.ts';

/** Characters of the longest: more than a label takes, less than a title. */
const LONG_TEXT = 'I do not quite know how to say this, so let me tell you the whole story. '.repeat(3).slice(0, 160);
/** What users write although nobody asked. */
const TEXTS = [
  'x',
  '12345',
  'hello',
  '',
  ' ',
  '?',
  LONG_TEXT,
  '💥'.repeat(30),
  '"it\'s" \\ <b>',
  '{{ params.x }}',
  'a\nb',
];
const LOCATION = { latitude: '52.520008', longitude: '13.404954' };
const FILE = {
  payload: {
    mimeType: 'image/png',
    fileSizeBytes: 1024,
    fileName: 'photo.png',
    fileUri: 'https://files.example.com/photo.png',
  },
};
/** What sends bring: the client knows its own limits, so these are short. */
const PARAMS = ['Ann', '17', 17, true, 'Saturday'];

export type Situation = { flow: Flow; hints: Hints; session: Session; sent: readonly Sent[] };

/** How a conversation begins. */
export function firstStep(situation: Situation, random: Random): TestStep {
  const { entries, keywords } = situation.hints;
  const { defaultState } = situation.flow;
  if (keywords.length > 0 && random.chance(0.25)) return { writes: random.pick(keywords) };
  if (entries.length === 0 || (defaultState !== undefined && random.chance(0.2))) return { writes: random.pick(TEXTS) };
  return sends(situation, random);
}

export function nextStep(situation: Situation, random: Random): TestStep {
  const { session, sent, hints } = situation;
  const offered = [...shownChips(sent)]
    .flat()
    .filter(({ postbackData, sharesLocation }) => postbackData !== undefined || sharesLocation);
  const isAsked = session.awaitingStateId !== null;
  if (offered.length > 0 && random.chance(isAsked ? 0.4 : 0.7)) return taps(random.pick(offered));
  if (random.chance(0.04)) return { waits: '25h' };
  if (random.chance(0.05)) return { shares: LOCATION };
  if (random.chance(0.04)) return { files: FILE };
  if (random.chance(isAsked ? 0.05 : 0.3) && hints.entries.length > 0) return sends(situation, random);
  if (hints.keywords.length > 0 && random.chance(isAsked ? 0.05 : 0.4)) return { writes: random.pick(hints.keywords) };
  return { writes: random.pick(textsFor(situation, random)) };
}

function sends({ hints: { entries, params, compared } }: Situation, random: Random): TestStep {
  const given: JsonObject = {};
  for (const name of params) {
    const values = [...PARAMS, ...(compared.get(`params.${name}`) ?? [])];
    if (random.chance(0.6)) given[name] = random.pick(values);
  }
  const stateId = random.pick(entries);
  return { send: { stateId, ...(Object.keys(given).length > 0 && { params: given }) } };
}

function taps({ text, postbackData = '', type, sharesLocation }: Chip): TestStep {
  return sharesLocation ? { shares: LOCATION } : { taps: { text, postbackData, type } };
}

/** What the flow compares the answer with, if it waits for one, or other words that it knows, or any text. */
function textsFor(
  { flow, session: { awaitingStateId }, hints: { compared, words } }: Situation,
  random: Random,
): string[] {
  const assignments = (awaitingStateId !== null && flow.states[awaitingStateId]?.input?.assignments) || [];
  const expected = assignments.flatMap(({ to }) => compared.get(`input.${to}`) ?? []).map(String);
  if (expected.length > 0 && random.chance(0.5)) return expected;
  return words.length > 0 && random.chance(0.4) ? words : TEXTS;
}
