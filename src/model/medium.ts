/** A file that messages show: a picture, a video, a sound, a PDF. Its bytes are kept by `media/`. */
import Type, { type Static } from 'typebox';

/**
 * What the RCS platform takes, by media type, with the ending of its address. Source: docs/platform.md, "Media".
 * No WebP and no SVG: phones do not show them.
 */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/m4v': 'm4v',
  'video/mpeg': 'mpeg',
  'video/webm': 'webm',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/mp4': 'm4a',
  'application/ogg': 'ogg',
  'application/pdf': 'pdf',
};

/** What browsers show without running any of it. */
export const SHOWN_TYPES = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/m4v',
  'video/webm',
];

/** Bytes of one file: the platform's limit. Source: docs/platform.md, "Media". */
export const MAX_MEDIUM_BYTES = 100 * 1024 * 1024;

export const MediaId = Type.String({ pattern: '^media_[a-z0-9]{20}$', description: 'As in the list.' });

export const MediumName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\x00-\\x1f\\x7f]*\\S[^\\x00-\\x1f\\x7f]*$',
  description: 'For people; its letters and digits are in the address too.',
});

export const Medium = Type.Object(
  {
    mediaId: MediaId,
    accountId: Type.String(),
    name: Type.String(),
    type: Type.Enum(Object.keys(MEDIA_TYPES) as string[], {
      type: 'string',
      description: 'The media type, told by what is in the file.',
    }),
    bytes: Type.Integer({ description: 'The size of the file.' }),
    url: Type.String({
      format: 'uri',
      description:
        'The public address, for `fileUrl`: whoever knows it may fetch the file, and nobody can guess it. Behind it is never another file.',
    }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);
export type Medium = Static<typeof Medium>;

/** The name of its file, the same in a folder and in a bucket, so that files can be copied from one to the other. */
export function keyOf({ mediaId, type }: Pick<Medium, 'mediaId' | 'type'>): string {
  return `${mediaId}.${MEDIA_TYPES[type] ?? 'bin'}`;
}

/** A file's address at the service: unguessable, because the id is. */
export function pathOfMedium({ mediaId, name, type }: Pick<Medium, 'mediaId' | 'name' | 'type'>): string {
  const plain = name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `/media/${mediaId}/${plain || 'file'}.${MEDIA_TYPES[type] ?? 'bin'}`;
}
