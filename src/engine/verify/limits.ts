/** Rules about the limits of rendered fields: what exceeds one whatever is rendered, and what a user's words may exceed. */
import type { FieldError } from '../../errors.ts';
import { ContentMessage } from '../../model/content-message.ts';
import { keysOf } from '../../model/json-pointer.ts';
import { maxLengthAt } from '../../model/templated.ts';
import type { Read } from '../check.ts';
import { CONTENT_PATH } from '../ways.ts';
import type { StateRule } from './rule.ts';

/** Characters. Users often write more than that, and seldom more than a longer field takes. */
const SHORT_FIELD = 100;

export const alwaysTooLong: StateRule = {
  severity: 'error',
  says: 'A field of a message exceeds its limit whatever its Liquid renders to: the turn stops with `invalid_message`.',
  inState({ reads }) {
    return limited(reads, ({ text }, limit) => {
      const length = leastLength(text);
      return length > limit
        ? `must be at most ${limit} characters; it has at least ${length}, whatever its Liquid renders to`
        : null;
    });
  },
};

export const mayBeTooLong: StateRule = {
  severity: 'warning',
  says: 'A short field, such as the label of a chip, holds what the user wrote, in full: a longer answer stops the turn with `invalid_message`.',
  inState({ reads }) {
    return limited(reads, ({ text }, limit) => {
      const output = limit > SHORT_FIELD || leastLength(text) > limit ? undefined : unshortened(text);
      return output === undefined
        ? null
        : `may have more than ${limit} characters: shorten ${output}, for example with | truncate: ${limit - leastLength(text)}`;
    });
  },
};

function limited(reads: Read[], faultOf: (read: Read, limit: number) => string | null): FieldError[] {
  return reads.flatMap((read) => {
    const isContent = read.path.startsWith(`${CONTENT_PATH}/`);
    const limit = isContent ? maxLengthAt(ContentMessage, keysOf(read.path.slice(CONTENT_PATH.length))) : null;
    const message = limit === null ? null : faultOf(read, limit);
    return message === null ? [] : [{ path: read.path, message }];
  });
}

const PIECE = /\{\{[\s\S]*?\}\}|\{%-?\s*(\w+)[\s\S]*?%\}/g;
const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'capture']);

/** Characters of the text outside all tags that may leave it out; 0 where that is hard to tell. */
function leastLength(text: string): number {
  let length = 0;
  let depth = 0;
  let from = 0;
  const count = (piece: string) => {
    if (depth === 0) length += [...piece.trim()].length;
  };
  for (const { 0: piece, 1: tag = '', index } of text.matchAll(PIECE)) {
    if (tag === 'raw' || tag === 'comment' || tag === 'liquid') return 0;
    count(text.slice(from, index));
    from = index + piece.length;
    if (BLOCKS.has(tag)) depth += 1;
    if (tag.startsWith('end')) depth -= 1;
  }
  count(text.slice(from));
  return length;
}

const SAID = /\{\{-?\s*((?:input|message)\.[\w.]+)([^}]*)\}\}/g;
const SHORTENS =
  /\|\s*(truncate|truncatewords|slice|size|date|first|round|ceil|floor|plus|minus|times|divided_by|modulo)\b/;

/** What a user wrote, and the template writes as it is. */
function unshortened(text: string): string | undefined {
  return [...text.matchAll(SAID)].find(([, , filters = '']) => !SHORTENS.test(filters))?.[1];
}
