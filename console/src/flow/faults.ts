/**
 * The API's faults of a state, as its editor says them: in which tab, at which field in words, and what is wrong there:
 * “Chip 1, label: 40 of 25 characters”. Pure.
 */
import type { FieldError } from '#client';
import type { Part } from './parts.ts';
import { keysOf } from './pointer.ts';

export type Fault = {
  /** A JSON pointer, from the state. */
  path: string;
  tab: Part;
  /** The field; empty for the state itself. */
  place: string;
  words: string;
};

export function faultOf({ path, message, line, column }: FieldError): Fault {
  const keys = keysOf(path);
  const where = line === undefined ? '' : ` (line ${line}, column ${column})`;
  return { path, tab: TABS[keys[0] ?? ''] ?? 'json', place: placeOf(keys), words: wordsOf(message) + where };
}

/** The field at a place of a state, in words. */
export function placeAt(path: string): string {
  return placeOf(keysOf(path));
}

/** Both as one sentence. */
export function toldFault({ place, words }: Fault): string {
  return place ? `${place}: ${words}` : words;
}

/** What is wrong at this very place, if anything is. */
export function wordsAt(faults: readonly Fault[], path: string): string | undefined {
  return faults.find((fault) => fault.path === path)?.words;
}

const TABS: Record<string, Part> = {
  template: 'message',
  operations: 'operations',
  transitions: 'transitions',
  input: 'input',
};

/** Of lists: all of it, and one of its rows. */
const LISTS: Record<string, [all: string, one: string]> = {
  suggestions: ['chips', 'chip'],
  cardContents: ['cards', 'card'],
  transitions: ['transitions', 'transition'],
  operations: ['operations', 'operation'],
  assignments: ['captured values', 'captured value'],
};

/** Of fields; an empty one goes without saying. */
const FIELDS: Record<string, string> = {
  template: '',
  contentMessage: '',
  richCard: '',
  standaloneCard: '',
  carouselCard: '',
  cardContent: 'card',
  reply: '',
  action: '',
  postbackData: 'target',
  fallbackUrl: 'fallback address',
  dialAction: '',
  viewLocationAction: '',
  latLong: '',
  createCalendarEventAction: '',
  openUrlAction: '',
  shareLocationAction: '',
  phoneNumber: 'phone number',
  query: 'search',
  startTime: 'start',
  endTime: 'end',
  url: 'address',
  webviewViewMode: 'height of the window',
  media: 'media',
  contentInfo: '',
  uploadedRbmFile: '',
  fileUrl: 'file address',
  fileName: 'file name',
  thumbnailUrl: 'thumbnail address',
  thumbnailName: 'thumbnail name',
  forceRefresh: 'fetch again',
  cardWidth: 'card width',
  cardOrientation: 'orientation',
  thumbnailImageAlignment: 'side of the picture',
  displayName: 'display name',
  flowEntryStateId: 'flow entry',
  messageTrafficType: 'traffic type',
  nextState: 'goes to',
  input: 'answer',
  from: 'from',
  to: 'name',
  connectorId: 'connector',
  authenticationId: 'credential',
  contextKey: 'result name',
  answerSchema: 'answer schema',
  modelText: 'model text',
};

function placeOf(keys: readonly string[]): string {
  const names = keys.map((key, index) => {
    const list = LISTS[keys[index - 1] ?? ''];
    if (list && /^\d+$/.test(key)) return `${list[1]} ${Number(key) + 1}`;
    if (Object.hasOwn(LISTS, key)) return keys[index + 1] === undefined ? LISTS[key]![0] : '';
    return key === 'text' && keys.includes('suggestions') ? 'label' : nameOf(key);
  });
  const place = names.filter(Boolean).join(', ') || (keys.length > 0 ? 'message' : '');
  return place.charAt(0).toUpperCase() + place.slice(1);
}

function nameOf(key: string): string {
  return Object.hasOwn(FIELDS, key) ? FIELDS[key]! : key;
}

/** The API's words that say a limit, and ours. */
const REWORDED: [RegExp, string][] = [
  [/^must be at most (\d+) characters; it has (\d+)$/, '$2 of $1 characters'],
  [/^must have at most (\d+) items; it has (\d+)$/, '$2, but at most $1 are possible'],
  [/^must have (\d+) to (\d+) items; it has (\d+)$/, '$3, but $1 to $2 are needed'],
  [/^must not be empty$/, 'is empty'],
  [/^is required$/, 'is missing'],
];

/** The fields that a choice is between, as forms call them. */
const CHOICES: Record<string, string> = {
  uploadedRbmFile: 'an uploaded file',
  contentInfo: 'the address of a file',
  richCard: 'a card',
  text: 'a text',
  standaloneCard: 'a card',
  carouselCard: 'a carousel',
  media: 'a picture or video',
  title: 'a title',
  description: 'a description',
  reply: 'an answer',
  action: 'an action',
  dialAction: 'a call',
  viewLocationAction: 'a place on the map',
  createCalendarEventAction: 'a calendar entry',
  openUrlAction: 'a web page',
  shareLocationAction: 'the location',
  latLong: 'a place',
  query: 'a search',
};

function wordsOf(message: string): string {
  const choice = /^needs (exactly|at least) one of ([\w, ]+); it has ([\w, ]+)$/.exec(message);
  if (choice) return choiceWords(choice[1]!, choice[2]!, choice[3]!);
  const found = REWORDED.find(([pattern]) => pattern.test(message));
  return found ? message.replace(...found) : message;
}

function choiceWords(how: string, all: string, has: string): string {
  const named = (fields: string) => fields.split(', ').map((field) => CHOICES[field] ?? field);
  const needed = named(all);
  const listed = needed.length > 1 ? `${needed.slice(0, -1).join(', ')} or ${needed.at(-1)}` : all;
  const tooMany = has === 'none' ? '' : `, not ${named(has).join(' and ')} together`;
  return `needs ${how === 'exactly' && tooMany ? 'one of ' : ''}${listed}${tooMany}`;
}
