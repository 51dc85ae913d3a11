/**
 * Where a text stops being JSON, and what was expected there (RFC 8259). `JSON.parse` does not always report the
 * position, and quotes the text, which may hold a secret.
 */
import { Problem } from '../errors.ts';

const SPACE = /[\t\n\r ]*/y;
/** A string without its end. The class is every character from the space on except " and \. */
const STRING = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What may follow: the first of an array or object may be missing, later ones may not. */
type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'next';

/** For a text that `JSON.parse` refuses. */
export function malformedJson(text: string): Problem {
  const { at, expected } = findFault(text);
  return malformedAt(text, at, `expected ${expected}`);
}

/** `at` is an index of the text; columns count UTF-16 units, as editors do. */
export function malformedAt(text: string, at: number, fault: string): Problem {
  const lines = text.slice(0, at).split('\n');
  const line = lines.length;
  const column = lines.at(-1)!.length + 1;
  return new Problem('malformed_json', `The body is not valid JSON at line ${line}, column ${column}: ${fault}.`, {
    errors: [{ path: '', message: `is not valid JSON here: ${fault}`, line, column }],
  });
}

function findFault(text: string): { at: number; expected: string } {
  let at = 0;
  let place: Expected = 'value';
  /** The closing brackets of the open objects and arrays, the innermost last. */
  const ends: ('}' | ']')[] = [];

  function take(token: RegExp): boolean {
    token.lastIndex = at;
    const isThere = token.test(text);
    if (isThere) at = token.lastIndex;
    return isThere;
  }

  for (;;) {
    take(SPACE);
    const character = text[at];
    const end = ends.at(-1);
    const isName: boolean = place === 'name' || place === 'first name';
    const isValue: boolean = place === 'value' || place === 'first value';
    if (end !== undefined && character === end && (place === 'next' || place.startsWith('first'))) {
      at += 1;
      ends.pop();
      place = 'next';
    } else if (end !== undefined && character === ',' && place === 'next') {
      at += 1;
      place = end === '}' ? 'name' : 'value';
    } else if (character === ':' && place === 'colon') {
      at += 1;
      place = 'value';
    } else if (character === '"' && (isName || isValue)) {
      take(STRING);
      if (text[at] !== '"') return { at, expected: 'the end of the string' };
      at += 1;
      place = isName ? 'colon' : 'next';
    } else if ((character === '{' || character === '[') && isValue) {
      at += 1;
      ends.push(character === '{' ? '}' : ']');
      place = character === '{' ? 'first name' : 'first value';
    } else if (isValue && take(SCALAR)) {
      place = 'next';
    } else {
      return { at, expected: expectedAt(place, end) };
    }
  }
}

function expectedAt(place: Expected, end: string | undefined): string {
  switch (place) {
    case 'value':
      return 'a value';
    case 'first value':
      return 'a value or ]';
    case 'name':
      return 'a name in quotation marks';
    case 'first name':
      return 'a name in quotation marks or }';
    case 'colon':
      return 'a colon';
    case 'next':
      return end === undefined ? 'nothing more' : `a comma or ${end}`;
  }
}
