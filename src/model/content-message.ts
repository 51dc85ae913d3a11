/**
 * The RCS platform's content message, as a state saves it (any string may hold Liquid) and as it is sent (rendered).
 * Every limit: docs/platform.md, "Messages and their limits". The platform checks the media type of a file, which only
 * the file's server knows.
 */
import Type, { type Static } from 'typebox';
import type { FieldError } from '../errors.ts';
import { FileContent } from './file-content.ts';
import { checkCardRules, RichCard } from './rich-card.ts';
import { Suggestion } from './suggestion.ts';
import { checkTemplated, exactlyOneOf, TemplatedText } from './templated.ts';

const MAX_TEXT = 3072;
const MAX_SUGGESTIONS = 11;
/** The platform's "250 KB", read as the smaller of its two meanings, so that anything accepted here passes there. */
const MAX_CONTENT_BYTES = 250_000;
/** One broken message has one or two reasons; a hostile one must not cause a long answer. */
const MAX_ERRORS = 50;

const content = {
  text: Type.Optional(TemplatedText({ minLength: 1, maxLength: MAX_TEXT }, 'Up to 3072 characters once rendered.')),
  ...FileContent,
  richCard: Type.Optional(RichCard),
};

export const ContentMessage = Type.Object(
  {
    ...content,
    suggestions: Type.Optional(
      Type.Array(Suggestion, {
        maxItems: MAX_SUGGESTIONS,
        description: 'Chips under the message, shown while it is the last one.',
      }),
    ),
  },
  {
    $id: 'ContentMessage',
    description: 'Exactly one of text, uploadedRbmFile, contentInfo and richCard. Every string may hold Liquid.',
    ...exactlyOneOf(...Object.keys(content)),
  },
);
export type ContentMessage = Static<typeof ContentMessage>;

/**
 * Every way in which `value` is not a content message; none if it is one. With `rendered: false` a string that holds
 * Liquid is exempt from the limits of length, form and enumeration, and nothing else; with `rendered: true` nothing is.
 * `path` is the JSON pointer of `value` in the caller's input.
 */
export function checkContentMessage(value: unknown, options: { rendered: boolean; path?: string }): FieldError[] {
  const { rendered, path = '' } = options;
  const errors = checkTemplated(ContentMessage, value, path, rendered);
  if (errors.length > 0) return errors.slice(0, MAX_ERRORS);
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > MAX_CONTENT_BYTES) {
    return [{ path, message: `must be at most ${MAX_CONTENT_BYTES} bytes as JSON; it has ${bytes}` }];
  }
  const { richCard } = value as ContentMessage;
  return richCard ? checkCardRules(richCard, `${path}/richCard`) : [];
}
