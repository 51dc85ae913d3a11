/** The chips that a user sees, and the one that a label means. */
import type { SuggestionResponse } from '../../model/event.ts';
import type { TestStep } from '../../model/flow-test.ts';
import { type Chip, chipsOf } from '../chip.ts';

/** A message that the user has. `stateId`: null if it is of no state. */
export type Sent = { stateId: string | null; contentMessage: object };

type Tap = { content: SuggestionResponse } | { message: string };

/** What the phone reports for a step that taps, or why there is nothing to tap. `sent`: newest last. */
export function tapped(taps: NonNullable<TestStep['taps']>, sent: readonly Sent[]): Tap {
  if (typeof taps !== 'string') return { content: { type: 'REPLY', ...taps } };
  for (const message of shownChips(sent)) {
    const found = message.filter(({ text }) => text === taps);
    const [chip, ...others] = found;
    if (!chip) continue;
    if (others.some(({ postbackData }) => postbackData !== chip.postbackData)) return { message: ambiguous(found) };
    const { text, postbackData, type } = chip;
    if (postbackData === undefined) return { message: `"${text}" has no postbackData: a tap on it sends nothing` };
    return { content: { text, postbackData, type } };
  }
  const labels = new Set([...shownChips(sent)].flatMap((message) => message.map(({ text }) => text)));
  const offered = labels.size === 0 ? 'no message offers a chip' : `offered are ${listed([...labels])}`;
  return { message: `no chip is labelled "${taps}": ${offered}` };
}

/** By message, newest first. The chips under a message are shown while it is the last one; those of a card stay. */
export function* shownChips(sent: readonly Sent[]): Generator<Chip[]> {
  for (const { contentMessage } of sent.slice(-1)) yield chipsOf(contentMessage);
  for (const { contentMessage } of sent.slice(0, -1).reverse()) {
    yield chipsOf(contentMessage).filter(({ path }) => !path.startsWith('/suggestions/'));
  }
}

function ambiguous(chips: Chip[]): string {
  const ways = chips.map(({ text, postbackData = '' }) => JSON.stringify({ text, postbackData }));
  return `the message has ${chips.length} chips of this label; say which: ${[...new Set(ways)].join(' or ')}`;
}

function listed(labels: string[]): string {
  return labels.map((label) => `"${label}"`).join(', ');
}

/** The chip of a message that a tap came from: what coverage counts. */
export function originOf(
  { text, postbackData }: Pick<SuggestionResponse, 'text' | 'postbackData'>,
  sent: readonly Sent[],
): { stateId: string; path: string } | null {
  for (const { stateId, contentMessage } of sent.toReversed()) {
    const chip = chipsOf(contentMessage).find((one) => one.text === text && one.postbackData === postbackData);
    if (chip && stateId !== null) return { stateId, path: chip.path };
  }
  return null;
}
