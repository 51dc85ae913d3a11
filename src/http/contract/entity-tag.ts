/**
 * `ETag` and `If-Match` (RFC 9110 §13.1.1): whoever changes what they have read learns when somebody else was first.
 * Without `If-Match` the last change wins.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { Problem } from '../../errors.ts';

/** Bytes of a SHA-256 digest: two documents of one resource never share them by chance. */
const TAG_BYTES = 15;

export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'An `ETag`: the change is made only if that is still the current one. 412 `changed_since` if not.',
    }),
  ),
});

/** The tag of a resource as `GET` shows it. */
export function entityTag(document: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(document)).digest();
  return `"${digest.toString('base64url', 0, TAG_BYTES)}"`;
}

/** The answer, with the tag of the resource that it shows. */
export function tagged<Document extends object>(reply: FastifyReply, document: Document): Document {
  reply.header('etag', entityTag(document));
  return document;
}

/** Whether the change may be made. A proxy that compresses makes a tag weak: still the same content. */
export function isCurrent(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}

/** `name` begins the sentence for the caller. @throws Problem `changed_since` */
export function refuseChanged(ifMatch: string | undefined, current: { updatedAt: string }, name: string): void {
  const tag = entityTag(current);
  if (isCurrent(ifMatch, tag)) return;
  const detail = `${name} was last changed at ${current.updatedAt}; its ETag is now ${tag}.`;
  throw new Problem('changed_since', detail, { headers: { etag: tag } });
}
