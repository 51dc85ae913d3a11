/** The kinds of a chip, the fields of each, and how one becomes another. Pure. */
import type { Keys } from '../flow/pointer.ts';
import { texts } from '../texts/texts.ts';
import { LIMITS } from './limits.ts';
import { asObject, asText, type Loose } from './loose.ts';

export type FieldSpec = {
  /** From what the field belongs to. */
  at: Keys;
  label: string;
  /** In characters. */
  max?: number;
  hint?: string;
  /** An empty one is removed. */
  isOptional?: boolean;
  /** Digits are saved as a number. */
  isNumber?: boolean;
  /** The value, and its name for people. */
  choices?: [value: string, name: string][];
};

export type ChipKind =
  | 'reply'
  | 'openUrlAction'
  | 'dialAction'
  | 'viewLocationAction'
  | 'shareLocationAction'
  | 'createCalendarEventAction';

const say = texts.message.chip;

/** The choices of an optional field by the words for each. */
const orAny = (words: Record<string, string>): FieldSpec['choices'] & {} => [
  ['', texts.message.asPhoneLikes],
  ...Object.entries(words),
];

/** What a tap does; of an action the fields, and what a new one has. */
export const CHIP_KINDS: Record<ChipKind, { label: string; fields: FieldSpec[]; fresh: Loose }> = {
  reply: { label: say.kinds.reply, fields: [], fresh: {} },
  openUrlAction: {
    label: say.kinds.openUrlAction,
    fields: [
      { at: ['url'], label: texts.message.media.address, max: LIMITS.url, hint: 'https://…' },
      { at: ['application'], label: say.opens, isOptional: true, choices: orAny(say.webview) },
      { at: ['webviewViewMode'], label: say.height, isOptional: true, choices: orAny(say.heights) },
      { at: ['description'], label: say.forScreenReaders, isOptional: true },
    ],
    fresh: { url: '' },
  },
  dialAction: {
    label: say.kinds.dialAction,
    fields: [{ at: ['phoneNumber'], label: texts.pieces.phoneNumber, hint: '+4930123456' }],
    fresh: { phoneNumber: '' },
  },
  viewLocationAction: {
    label: say.kinds.viewLocationAction,
    fields: [
      { at: ['query'], label: say.query, hint: say.queryHint, isOptional: true },
      { at: ['latLong', 'latitude'], label: say.latitude, isNumber: true, isOptional: true },
      { at: ['latLong', 'longitude'], label: say.longitude, isNumber: true, isOptional: true },
      { at: ['label'], label: say.pin, isOptional: true },
    ],
    fresh: { query: '' },
  },
  shareLocationAction: { label: say.kinds.shareLocationAction, fields: [], fresh: {} },
  createCalendarEventAction: {
    label: say.kinds.createCalendarEventAction,
    fields: [
      { at: ['title'], label: texts.message.card.title, max: LIMITS.eventTitle },
      { at: ['startTime'], label: say.start, hint: '2026-01-02T15:00:00Z' },
      { at: ['endTime'], label: say.end, hint: '2026-01-02T16:00:00Z' },
      { at: ['description'], label: texts.pieces.description, max: LIMITS.eventDescription, isOptional: true },
    ],
    fresh: { title: '', startTime: '', endTime: '' },
  },
};

export const NEW_CHIP: Loose = { reply: { text: '', postbackData: '' } };

/** Null for a chip that the API refuses. */
export function chipKindOf(suggestion: Loose): ChipKind | null {
  if (suggestion['reply'] !== undefined) return 'reply';
  const action = asObject(suggestion['action']);
  return (Object.keys(CHIP_KINDS) as ChipKind[]).find((kind) => action[kind] !== undefined) ?? null;
}

/** The chip with its label and target, doing something else. */
export function withChipKind(suggestion: Loose, kind: ChipKind): Loose {
  const { text, postbackData } = asObject(suggestion['reply'] ?? suggestion['action']);
  const label = { text: asText(text) };
  if (kind === 'reply') return { reply: { ...label, postbackData: asText(postbackData) } };
  return { action: { ...label, ...(asText(postbackData) && { postbackData }), [kind]: CHIP_KINDS[kind].fresh } };
}
