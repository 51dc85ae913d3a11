/**
 * The bytes of media: ours at public addresses, for phones and the RCS platform, and for the console also those that
 * others host. Whatever is in a file, a browser shows it as its type and runs nothing of it.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { keyOf, MEDIA_TYPES, pathOfMedium, SHOWN_TYPES } from '../../model/medium.ts';
import { findMedium } from '../../store/media.ts';
import type { Server } from '../fastify.ts';
import { noMedium } from './media.ts';

const tags = ['Media'];

/** Behind an address is never another file. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Seconds for which a browser need not ask again for a picture elsewhere. */
const BRIEFLY = 'private, max-age=300';

const Bytes = Type.Unsafe<string>({ type: 'string', format: 'binary' });
const WHOLE_OR_PART = { 200: Bytes, 206: Bytes };

export function mediaFileRoutes(server: Server, { sql, media, publicUrl }: Context): void {
  server.get(
    '/media/:mediaId/:name',
    {
      config: { problems: ['media_not_found', 'range_not_satisfiable'] },
      schema: {
        operationId: 'readMedium',
        summary: 'Read the file of a medium',
        description: 'For anybody who knows the address. Ranges of bytes are answered with 206.',
        tags,
        produces: Object.keys(MEDIA_TYPES),
        params: Type.Object({ mediaId: Type.String(), name: Type.String() }),
        response: { ...WHOLE_OR_PART, 304: Type.Null({ description: 'The caller has it, by its `ETag`.' }) },
      },
    },
    async (request, reply) => {
      const { mediaId, name } = request.params;
      const row = await findMedium(sql, mediaId);
      if (!row || !pathOfMedium(row).endsWith(`/${name}`)) throw noMedium(mediaId);
      const { type, bytes } = row;
      reply.headers({ 'cache-control': FOR_EVER, 'cross-origin-resource-policy': 'cross-origin' });
      return sendBytes(request, reply, { type, bytes, tag: `"${mediaId}"` }, async (range) => {
        const stream = await media.files.read(keyOf(row), range);
        if (!stream) throw noMedium(mediaId);
        return stream;
      });
    },
  );

  server.get(
    '/media/remote',
    {
      config: { problems: ['media_unreachable', 'range_not_satisfiable'] },
      schema: {
        operationId: 'lookAtMedium',
        summary: 'Look at a picture or video elsewhere',
        description:
          'For the console: fetched from a public address, up to 16 MiB, and shown only if it is a picture or a video.',
        tags,
        produces: SHOWN_TYPES,
        querystring: Type.Object(
          { url: Type.String({ minLength: 1, maxLength: 2048 }) },
          { additionalProperties: false },
        ),
        response: { ...WHOLE_OR_PART, 302: Type.Null({ description: 'It is one of ours, at its own address.' }) },
      },
    },
    async (request, reply) => {
      const { url } = request.query;
      const own = `${publicUrl()}/media/`;
      if (url.startsWith(own)) return reply.redirect(`/media/${url.slice(own.length)}`);
      const { type, bytes } = await media.look(url);
      reply.headers({ 'cache-control': BRIEFLY, 'cross-origin-resource-policy': 'same-origin' });
      return sendBytes(request, reply, { type, bytes: bytes.length, tag: null }, async (range) =>
        Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
      );
    },
  );
}

/** The first and the last byte. */
type Range = { start: number; end: number };
type File = { type: string; bytes: number; tag: string | null };

/** The file, or the range of it that was asked for, which players of videos need. */
async function sendBytes(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, tag }: File,
  read: (range: Range | null) => Promise<Readable>,
): Promise<FastifyReply> {
  const isKnown = tag !== null && headers['if-none-match'] === tag;
  const isSame = headers['if-range'] === undefined || headers['if-range'] === tag;
  const range = isSame && !isKnown ? rangeOf(headers.range, bytes) : null;
  if (range === 'none') {
    const size = { 'content-range': `bytes */${bytes}` };
    throw new Problem('range_not_satisfiable', `The file has ${bytes} bytes.`, { headers: size });
  }
  reply.headers({
    'content-type': type,
    'accept-ranges': 'bytes',
    // Viewers of PDF run in a sandbox of their own, and not at all within this one.
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'${type === 'application/pdf' ? '' : '; sandbox'}`,
    ...(tag !== null && { etag: tag }),
  });
  if (isKnown) return reply.code(304).send();
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
  reply.header('content-length', range ? range.end - range.start + 1 : bytes);
  return reply.send(method === 'HEAD' ? Readable.from([]) : await read(range));
}

/** RFC 9110 §14.2: one range; several, or anything else, is answered with the whole. `none`: beyond the end. */
function rangeOf(header: string | undefined, bytes: number): Range | 'none' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start >= bytes || start > end ? 'none' : { start, end };
}
