/** Where a text stops being JSON, compared with `JSON.parse` if possible. `PARLEY_TEST_FUZZ_SEED` repeats a run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { malformedJson } from '../../src/model/json-fault.ts';
import { SEED } from './seed.ts';

const CASES = Number(process.env['PARLEY_TEST_FUZZ_CASES'] ?? 10_000);

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  '\\',
  '\\u12',
  '\n',
  ' ',
  '-',
  '0',
  '1',
  '.',
  'e',
  'true',
  'nul',
  '\u0001',
  'ä',
  'x',
];

/** JSON with a piece inserted somewhere, with or without replacing text. */
const broken = fc
  .tuple(
    fc.json({ maxDepth: 3 }).chain((json) => fc.constantFrom(json, JSON.stringify(JSON.parse(json), null, 1))),
    fc.array(fc.tuple(fc.nat(999), fc.constantFrom(...PIECES), fc.nat(2)), { minLength: 1, maxLength: 2 }),
  )
  .map(([json, pieces]) =>
    pieces.reduce((text, [of, piece, removed]) => {
      const at = Math.floor((of * (text.length + 1)) / 1000);
      return text.slice(0, at) + piece + text.slice(at + removed);
    }, json),
  );

/** The place according to `JSON.parse`: an index, unknown, or no fault. */
function placeOf(text: string): number | 'unknown' | 'none' {
  try {
    JSON.parse(text);
    return 'none';
  } catch (error) {
    const { message } = error as Error;
    if (message.startsWith('Unexpected end')) return text.length;
    return Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN) || 'unknown';
  }
}

test(`${CASES} broken texts are found broken where JSON.parse finds them so`, () => {
  let compared = 0;
  fc.assert(
    fc.property(broken, (text) => {
      const place = placeOf(text);
      if (place === 'none') return;
      const [fault] = malformedJson(text).errors;
      const lines = text.split('\n').slice(0, fault!.line! - 1);
      const at = lines.reduce((sum, line) => sum + line.length + 1, 0) + fault!.column! - 1;
      assert.ok(at <= text.length);
      if (place === 'unknown') return;
      compared += 1;
      // Of a broken word, number or escape, `JSON.parse` reports the character, and we its beginning.
      assert.ok(at <= place && /^[-+.\w\\]*$/.test(text.slice(at, place)), `${at} and ${place}: ${fault!.message}`);
    }),
    { numRuns: CASES, seed: SEED },
  );
  assert.ok(compared > CASES / 10, `${compared} were compared`);
});
