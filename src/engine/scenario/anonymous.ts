/**
 * Replaces personal data in what came from outside the flow: consistently, so that a value that is repeated in an
 * answer is replaced there too. What it can recognise is listed in docs/flow-tests.md, "A test from a conversation";
 * names in free text are not.
 */

import { TEST_PHONE_NUMBER } from '../../model/flow-test.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';

/** Fields whose text is about a person. */
const PERSONAL = /name|mail|phone|mobile|street|address|city|postcode|zip|birth|iban|passport/i;
/** Fields whose numbers are; others are amounts. */
const IDENTIFYING = /id$|number|phone/i;
const EMAIL = /[\w.%+-]+@[\w-]+(\.[\w-]+)+/g;
/** In a text: order, customer and phone numbers. */
const NUMBER = /\d{5,}/g;
/** Shorter values would be replaced inside sentences that only happen to contain them. */
const MIN_LENGTH = 3;
/** Longer ones are texts that happen to stand under such a name. */
const MAX_LENGTH = 100;

export type Replacer = {
  /** Everything in it that is recognised will be replaced. */
  learn(value: JsonValue, name?: string): void;
  /** Known to be personal, whatever its form. */
  replace(value: string, by: string): void;
  /** A copy in which it is. */
  apply<Value>(value: Value): Value;
};

export function createReplacer(phoneNumber: string): Replacer {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const set = (value: string, by: () => string) => {
    if (value.length >= MIN_LENGTH && !known.has(value)) known.set(value, by());
  };
  const next = (kind: string) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count;
  };

  function learnText(text: string, name: string): void {
    for (const [email] of text.matchAll(EMAIL)) set(email, () => `person${next('email')}@example.com`);
    for (const [number] of text.matchAll(NUMBER)) set(number, () => otherNumber(number, next('number')));
    const isValue = text.length <= MAX_LENGTH && /\p{L}/u.test(text) && !text.includes('@');
    if (PERSONAL.test(name) && isValue) set(text, () => `${capital(name)} ${next(name)}`);
  }

  function learn(value: JsonValue, name = ''): void {
    if (typeof value === 'string') learnText(value, name);
    else if (typeof value === 'number' && IDENTIFYING.test(name)) learnText(String(value), '');
    else if (Array.isArray(value)) for (const item of value) learn(item, name);
    else if (value !== null && typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) learn(item, key);
    }
  }

  set(phoneNumber, () => TEST_PHONE_NUMBER);
  set(phoneNumber.slice(1), () => TEST_PHONE_NUMBER.slice(1));
  return {
    learn,
    replace: (value, by) => set(value, () => by),
    apply: (value) => applied(value as JsonValue, known, patternOf(known)) as never,
  };
}

/** As many digits, so that a flow that counts them decides the same. */
function otherNumber({ length }: string, count: number): string {
  return `1${String(count).padStart(length - 1, '0')}`;
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** The longest first: one value may be part of another. */
function patternOf(known: Map<string, string>): RegExp {
  const values = [...known.keys()].sort((a, b) => b.length - a.length).map((value) => RegExp.escape(value));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${values.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

function applied(value: JsonValue, known: Map<string, string>, pattern: RegExp): JsonValue {
  if (typeof value === 'string') return value.replace(pattern, (found) => known.get(found) ?? found);
  if (typeof value === 'number') {
    const other = known.get(String(value));
    return other === undefined ? value : Number(other);
  }
  if (Array.isArray(value)) return value.map((item) => applied(item, known, pattern));
  if (typeof value !== 'object' || value === null) return value;
  const copy: JsonObject = {};
  for (const [key, item] of Object.entries(value)) copy[key] = applied(item, known, pattern);
  return copy;
}
