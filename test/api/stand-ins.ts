/**
 * Made-up values for what differs from run to run, so that a recorded answer stays as it is: ids, secrets, times and
 * addresses. The same value gets the same stand-in throughout, and a stand-in in a request becomes the value of this run.
 */
import { createHash } from 'node:crypto';
import type { JsonValue } from '../../src/model/json.ts';

/** The time of the first step; each further one is a second later. */
const BEGIN_MS = Date.parse('2026-05-04T09:00:00Z');
/** A time that is closer than this to the present is that of the step; what is farther away keeps its distance. */
const NOW_MS = 600_000;

/** What differs, and what is made of it and of a digest of the place where it was first seen. */
const FORMS: [RegExp, (found: RegExpMatchArray, digest: string, timeMs: number) => string][] = [
  [/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, ([time], _, timeMs) => timeAt(time, timeMs)],
  [
    /\b((?:[a-z]+_)?)[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b/g,
    ([, prefix, version], hex) =>
      `${prefix}${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
  ],
  // A client id has no underscore.
  [/\b(client|[a-z]+_)[a-z\d]{20}\b/g, ([, prefix], hex) => `${prefix}example${hex.slice(0, 13)}`],
  [/\b([a-z]+)_[A-Za-z\d]{43}\b/g, ([, prefix], hex) => `${prefix}_${'Example'.repeat(4)}${hex.slice(0, 15)}`],
  [/[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/g, () => 'example-of-an.access-token.which-is-not-one'],
  // Keys, hashes and signatures; a word has no capitals and digits.
  [/(?=[\w+/-]*\d)(?=[\w+/-]*[A-Z])[\w+/-]{20,}={0,2}/g, ([text], hex) => `Example${hex}${hex}`.slice(0, text.length)],
  // A process, by its machine.
  [/\b[\w.-]+:\d+:[\da-f]{8}\b/g, () => 'host:1:0a1b2c3d'],
];

export type StandIns = {
  /** Known from the beginning: an address, a key. */
  set(value: string, standIn: string): void;
  /** What a request says is not made up, unless it is known. */
  keep(request: object): void;
  /** Reads what an answer of this run says in place of what the recorded one says. */
  learn(recorded: JsonValue | undefined, actual: JsonValue | undefined): void;
  /** With the values of this run. */
  actual<Value>(recorded: Value): Value;
  /** With stand-ins; `place` is the step that answered, the `index`th. */
  recorded(actual: JsonValue, place: string, index: number): JsonValue;
};

export function createStandIns(now: () => number = Date.now): StandIns {
  const standIns = new Map<string, string>();
  const values = new Map<string, string>();
  const set = (value: string, standIn: string) => {
    standIns.set(value, standIn);
    values.set(standIn, value);
  };

  function learn(recorded: JsonValue | undefined, actual: JsonValue | undefined): void {
    if (typeof recorded === 'string' && typeof actual === 'string') {
      const isId = !/^20\d\d-/.test(actual) && [actual, recorded].every((text) => whole(text));
      if (isId && !standIns.has(actual) && !values.has(recorded)) set(actual, recorded);
    } else if (recorded && actual && typeof recorded === 'object' && typeof actual === 'object') {
      for (const [key, value] of Object.entries(recorded)) learn(value, (actual as Record<string, JsonValue>)[key]);
    }
  }

  return {
    set,
    learn,
    keep(request) {
      const text = JSON.stringify(request);
      for (const [found] of FORMS.flatMap(([form]) => [...text.matchAll(form)]))
        if (!values.has(found)) set(found, found);
    },
    actual: (recorded) => replaced(recorded, values),
    recorded(actual, place, index) {
      const nowMs = now();
      let count = 0;
      for (const [form, standInOf] of FORMS) {
        for (const found of JSON.stringify(replaced(actual, standIns)).matchAll(form)) {
          const [text] = found;
          if (values.has(text) || standIns.has(text)) continue;
          const timeMs = BEGIN_MS + index * 1000 - nowMs;
          set(text, standInOf(found, digestOf(`${place} ${++count}`), timeMs));
        }
      }
      return withoutMeasurements(replaced(actual, standIns));
    },
  };
}

const digestOf = (seed: string) => createHash('sha256').update(seed).digest('hex');
const whole = (text: string) => FORMS.some(([form]) => [...text.matchAll(form)].some(([found]) => found === text));

/** `shiftMs` leads from the present to the time of the step. */
function timeAt(time: string, shiftMs: number): string {
  const nowMs = Date.now();
  const distanceMs = Date.parse(time) - nowMs;
  const farMs = Math.abs(distanceMs) < NOW_MS ? 0 : Math.round(distanceMs / 60_000) * 60_000;
  const told = new Date(nowMs + shiftMs + farMs).toISOString();
  // A whole hour stays one.
  return time.endsWith(':00:00.000Z') ? `${told.slice(0, 13)}:00:00.000Z` : told.replace(/\d{3}Z$/, '000Z');
}

/** Nor the day, and the second in the headers of a webhook. */
function withoutMeasurements(answer: JsonValue): JsonValue {
  return JSON.parse(
    JSON.stringify(answer, (key, value) => {
      if (typeof value === 'number') return key.endsWith('Ms') ? 12 : value;
      if (typeof value !== 'string') return value;
      return value
        .replace(/\b20\d\d-\d\d-\d\d\b(?!T)/g, '2026-05-04')
        .replace(/\b1[789]\d{8}\b/g, String(BEGIN_MS / 1000));
    }),
  );
}

/** In every text, keys included; longer ones first, since one may be within another. */
function replaced<Value>(value: Value, by: Map<string, string>): Value {
  let text = JSON.stringify(value);
  const inText = (part: string) => JSON.stringify(part).slice(1, -1);
  for (const [from, to] of [...by].sort(([a], [b]) => b.length - a.length))
    text = text.replaceAll(inText(from), inText(to));
  return JSON.parse(text);
}
