/** The files that messages show. Their bytes are kept by `media/`, and served at public addresses by `media-files.ts`. */
import { Readable } from 'node:stream';
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem, RemoteFailure } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { keyOf, MediaId, type Medium, MediumName, pathOfMedium } from '../../model/medium.ts';
import { PageOf } from '../../model/page.ts';
import { getAccount } from '../../store/accounts.ts';
import {
  findMedium,
  insertMedium,
  keepMedium,
  listMedia,
  listUsersOfMedium,
  type MediumRow,
  removeMedium,
  withdrawMedium,
} from '../../store/media.ts';
import type { Principal } from '../auth/principal.ts';
import { AccountPageQuery, AccountQuery, NoContent, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit, type Requester } from './audited.ts';
import { listedAccount, meantAccount, sees } from './visibility.ts';

const tags = ['Media'];

/** Bytes of all files of an account: a disk must not fill up by one client's doing. A hundred of the largest. */
const MAX_ACCOUNT_BYTES = 10 * 1024 ** 3;
/** States and agents named in a refusal. */
const MAX_USERS_NAMED = 5;

const MediumPath = Type.Object({ mediaId: MediaId });
const UploadQuery = Type.Object(
  { ...AccountQuery.properties, name: Type.Optional(MediumName) },
  { additionalProperties: false },
);
const Bytes = Type.Unsafe<Readable>({ type: 'string', format: 'binary' });

export function mediaRoutes(server: Server, context: Context): void {
  const { sql } = context;
  const shown = (row: MediumRow): Medium => ({ ...row, url: context.publicUrl() + pathOfMedium(row) });
  const found = async (principal: Principal, mediaId: string) => {
    const row = await findMedium(sql, mediaId);
    if (!row || !sees(principal, row.accountId)) throw noMedium(mediaId);
    return row;
  };

  server.register(async (scope) => uploadRoute(scope as never, context, shown));

  server.get(
    '/media',
    {
      config: { problems: ['account_not_found'] },
      schema: {
        operationId: 'listMedia',
        summary: 'List media',
        description: 'Newest first.',
        tags,
        querystring: AccountPageQuery,
        response: { 200: PageOf('media', ref('Medium')) },
      },
    },
    async ({ principal, query }) => {
      const { rows, ...page } = await listMedia(sql, listedAccount(principal, query.accountId), query);
      return { media: rows.map(shown), ...page };
    },
  );

  server.get(
    '/media/:mediaId',
    {
      config: { problems: ['media_not_found'] },
      schema: {
        operationId: 'getMedium',
        summary: 'Get a medium',
        description: 'What it is and where; the file itself is at its `url`.',
        tags,
        params: MediumPath,
        response: { 200: ref('Medium') },
      },
    },
    async ({ principal, params }) => shown(await found(principal, params.mediaId)),
  );

  server.delete(
    '/media/:mediaId',
    {
      config: { problems: ['media_not_found', 'media_in_use'] },
      schema: {
        operationId: 'deleteMedium',
        summary: 'Delete a medium',
        description:
          'With its file. Refused while a state or an agent names it. Phones and caches may keep what they have fetched.',
        tags,
        params: MediumPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { principal, params } = request;
      const { mediaId } = params;
      const row = await found(principal, mediaId);
      const users = await listUsersOfMedium(sql, row, MAX_USERS_NAMED);
      if (users.length > 0) throw new Problem('media_in_use', `${mediaId} is used by ${users.map(nameOf).join(', ')}.`);
      await sql.begin(async (transaction) => {
        if (!(await withdrawMedium(transaction, mediaId))) throw noMedium(mediaId);
        await audit(transaction, request, { accountId: row.accountId, id: mediaId, before: row });
      });
      await forget(context, row);
      return reply.code(204).send(null);
    },
  );
}

/** A scope of its own: here a body is bytes, whatever its `Content-Type`, so that `curl --data-binary @file` works. */
function uploadRoute(server: Server, context: Context, shown: (row: MediumRow) => Medium): void {
  const { sql, media } = context;
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  server.post(
    '/media',
    {
      config: {
        problems: ['account_not_found', 'body_too_large', 'unsupported_media_type', 'media_full'],
        describedBody: Bytes,
      },
      schema: {
        operationId: 'uploadMedium',
        summary: 'Upload a medium',
        description:
          'The body is the file: `curl --data-binary @boots.jpg`. Its content decides what it is, not its name and not the `Content-Type`. Up to 100 MiB, in a minute.',
        tags,
        consumes: ['application/octet-stream'],
        querystring: UploadQuery,
        response: { 201: ref('Medium') },
      },
    },
    async (request, reply) => {
      const { principal, query, body } = request;
      const { accountId } = await getAccount(sql, meantAccount(principal, query.accountId));
      await using file = await media.receive(body instanceof Readable ? body : Readable.from([]));
      const { type, bytes } = file;
      const medium = {
        mediaId: newId('media'),
        accountId,
        name: query.name ?? `${type.replace('/', ' ')}`,
        type,
        bytes,
      };
      if (!(await insertMedium(sql, medium, MAX_ACCOUNT_BYTES))) throw full();
      await keepFile(context, request, medium, file.path);
      const row = await findMedium(sql, medium.mediaId);
      return reply.code(201).send(shown(row!));
    },
  );
}

async function keepFile(
  context: Context,
  request: Requester,
  medium: Omit<MediumRow, 'createdAt'>,
  path: string,
): Promise<void> {
  const { sql, media, log } = context;
  try {
    await media.files.put(keyOf(medium), path, medium.type);
  } catch (cause) {
    log.error({ err: cause, mediaId: medium.mediaId }, 'a medium could not be stored');
    await forget(context, medium);
    if (!(cause instanceof RemoteFailure)) throw cause;
    throw new Problem('not_ready', `The file cannot be stored at present: ${cause.message}.`, { cause });
  }
  await sql.begin(async (transaction) => {
    await keepMedium(transaction, medium.mediaId);
    await audit(transaction, request, { accountId: medium.accountId, id: medium.mediaId, after: medium });
  });
}

/** Upkeep tries again what fails here: nobody is shown the medium any more. */
async function forget({ sql, media, log }: Context, medium: { mediaId: string; type: string }): Promise<void> {
  try {
    await media.files.remove(keyOf(medium));
    await removeMedium(sql, medium.mediaId);
  } catch (cause) {
    log.warn(
      { err: cause, mediaId: medium.mediaId },
      'the file of a medium could not be removed; trying again within the hour',
    );
  }
}

export function noMedium(mediaId: string): Problem {
  return new Problem('media_not_found', `There is no medium ${mediaId}.`);
}

function full(): Problem {
  return new Problem('media_full', `The files of an account may have ${MAX_ACCOUNT_BYTES} bytes together.`);
}

function nameOf({ agentId, stateId }: { agentId: string; stateId: string | null }): string {
  return stateId === null ? `the identity of agent ${agentId}` : `state ${stateId} of agent ${agentId}`;
}
