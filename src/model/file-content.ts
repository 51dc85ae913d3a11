/**
 * A file in a message or on a card: uploaded to the RCS platform beforehand, or fetched by it.
 * Source: docs/platform.md, "Media".
 */
import Type from 'typebox';
import { MAX_URL } from './suggestion.ts';
import { TemplatedText } from './templated.ts';

const closed = { additionalProperties: false };

// Only http and https can be fetched; the platform follows no redirects here.
const PublicUrl = TemplatedText(
  { maxLength: MAX_URL, pattern: '^https?://[^\\s/]+(/\\S*)?$' },
  'A public http or https address, up to 2048 characters.',
);

/** Fields of which exactly one is present. */
export const FileContent = {
  uploadedRbmFile: Type.Optional(
    Type.Object(
      {
        fileName: TemplatedText({ minLength: 1 }, 'The name that the platform gave the uploaded file.'),
        thumbnailName: Type.Optional(TemplatedText({ minLength: 1 }, 'The same for its thumbnail.')),
      },
      closed,
    ),
  ),
  contentInfo: Type.Optional(
    Type.Object(
      {
        fileUrl: PublicUrl,
        thumbnailUrl: Type.Optional(PublicUrl),
        forceRefresh: Type.Optional(Type.Boolean({ description: 'Fetch again instead of using the cache.' })),
      },
      closed,
    ),
  ),
};
