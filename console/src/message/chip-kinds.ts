/** The kinds of a chip, the fields of each, and how one becomes another. Pure. */
import type { Keys } from '../flow/pointer.ts';
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

const WEBVIEW = [
  ['', 'as the phone likes'],
  ['BROWSER', 'in the browser'],
  ['WEBVIEW', 'over the conversation'],
] as FieldSpec['choices'] & {};
const HEIGHTS = [
  ['', 'as the phone likes'],
  ['HALF', 'half'],
  ['TALL', 'tall'],
  ['FULL', 'full'],
] as FieldSpec['choices'] & {};

/** What a tap does; of an action the fields, and what a new one has. */
export const CHIP_KINDS: Record<ChipKind, { label: string; fields: FieldSpec[]; fresh: Loose }> = {
  reply: { label: 'answers', fields: [], fresh: {} },
  openUrlAction: {
    label: 'opens a page',
    fields: [
      { at: ['url'], label: 'Address', max: LIMITS.url, hint: 'https://…' },
      { at: ['application'], label: 'Opens', isOptional: true, choices: WEBVIEW },
      { at: ['webviewViewMode'], label: 'Height over the conversation', isOptional: true, choices: HEIGHTS },
      { at: ['description'], label: 'Description for screen readers', isOptional: true },
    ],
    fresh: { url: '' },
  },
  dialAction: {
    label: 'calls a number',
    fields: [{ at: ['phoneNumber'], label: 'Phone number', hint: '+4930123456' }],
    fresh: { phoneNumber: '' },
  },
  viewLocationAction: {
    label: 'shows a place',
    fields: [
      { at: ['query'], label: 'Search for', hint: 'Corner shop, Main Street 1', isOptional: true },
      { at: ['latLong', 'latitude'], label: 'Latitude', isNumber: true, isOptional: true },
      { at: ['latLong', 'longitude'], label: 'Longitude', isNumber: true, isOptional: true },
      { at: ['label'], label: 'Label of the pin', isOptional: true },
    ],
    fresh: { query: '' },
  },
  shareLocationAction: { label: 'asks for the location', fields: [], fresh: {} },
  createCalendarEventAction: {
    label: 'adds a calendar entry',
    fields: [
      { at: ['title'], label: 'Title', max: LIMITS.eventTitle },
      { at: ['startTime'], label: 'Start', hint: '2026-01-02T15:00:00Z' },
      { at: ['endTime'], label: 'End', hint: '2026-01-02T16:00:00Z' },
      { at: ['description'], label: 'Description', max: LIMITS.eventDescription, isOptional: true },
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
