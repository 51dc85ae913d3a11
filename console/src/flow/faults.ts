/**
 * The API's faults of a state, as its editor says them: in which tab, at which field in words, and what is wrong there:
 * “Chip 1, label: 40 of 25 characters”. Pure.
 */
import type { FieldError } from '#client';
import { texts } from '../texts/texts.ts';
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
  const where = line === undefined ? '' : ` ${texts.pieces.place(line, column)}`;
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

const { lists, fields, choices } = texts.faults;
/** Of lists: all of it, and one of its rows. */
const LISTS: Record<string, { all: string; one: string }> = lists;
const FIELDS: Record<string, string> = fields;
/** The fields that a choice is between, as forms call them. */
const CHOICES: Record<string, string> = choices;

/** Fields that go without saying. */
const UNSAID = [
  'template',
  'contentMessage',
  'richCard',
  'standaloneCard',
  'carouselCard',
  'reply',
  'action',
  'dialAction',
  'viewLocationAction',
  'latLong',
  'createCalendarEventAction',
  'openUrlAction',
  'shareLocationAction',
  'contentInfo',
  'uploadedRbmFile',
];

function placeOf(keys: readonly string[]): string {
  const names = keys.map((key, index) => {
    const list = LISTS[keys[index - 1] ?? ''];
    if (list && /^\d+$/.test(key)) return `${list.one} ${Number(key) + 1}`;
    if (Object.hasOwn(LISTS, key)) return keys[index + 1] === undefined ? LISTS[key]!.all : '';
    return key === 'text' && keys.includes('suggestions') ? texts.faults.label : nameOf(key);
  });
  const place = names.filter(Boolean).join(', ') || (keys.length > 0 ? texts.faults.message : '');
  return place.charAt(0).toUpperCase() + place.slice(1);
}

function nameOf(key: string): string {
  if (UNSAID.includes(key)) return '';
  return Object.hasOwn(FIELDS, key) ? FIELDS[key]! : key;
}

/** The API's words that say a limit, and ours. */
const REWORDED: [RegExp, string][] = [
  [/^must be at most (\d+) characters; it has (\d+)$/, texts.faults.characters],
  [/^must have at most (\d+) items; it has (\d+)$/, texts.faults.atMost],
  [/^must have (\d+) to (\d+) items; it has (\d+)$/, texts.faults.between],
  [/^must not be empty$/, texts.faults.empty],
  [/^is required$/, texts.faults.required],
];

function wordsOf(message: string): string {
  const choice = /^needs (exactly|at least) one of ([\w, ]+); it has ([\w, ]+)$/.exec(message);
  if (choice) return choiceWords(choice[1]!, choice[2]!, choice[3]!);
  const found = REWORDED.find(([pattern]) => pattern.test(message));
  return found ? message.replace(...found) : message;
}

function choiceWords(how: string, all: string, has: string): string {
  const named = (fields: string) => fields.split(', ').map((field) => CHOICES[field] ?? field);
  const { or, and, needs, needsOnly, needsOne } = texts.faults;
  const needed = named(all);
  const listed = needed.length > 1 ? `${needed.slice(0, -1).join(', ')} ${or} ${needed.at(-1)}` : all;
  if (has === 'none') return needs(listed);
  const together = named(has).join(` ${and} `);
  return how === 'exactly' ? needsOne(listed, together) : needsOnly(listed, together);
}
