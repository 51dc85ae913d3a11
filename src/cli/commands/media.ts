/** `parley media`: the pictures, videos and other files that messages show. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { fields, time, wholeTable } from '../output.ts';

/** For the largest file: the service itself waits no longer. */
const UPLOAD_MS = 90_000;

type Medium = Schemas['Medium'];

export async function uploadMedium(
  { api, out }: Cli,
  given: { file: string; name: string | undefined },
): Promise<void> {
  const bytes = await readFile(given.file).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure('The file cannot be read', `${given.file}: ${cause.code}`, { cause });
  });
  const medium = await api.call<Medium>('post', '/media', {
    params: { query: { name: given.name ?? basename(given.file) } },
    body: bytes,
    signal: AbortSignal.timeout(UPLOAD_MS),
  });
  const { mediaId, type, url } = medium;
  out.show(medium, () => fields({ mediaId, type, size: sizeOf(medium), url }), url);
}

export async function listMedia({ api, out }: Cli): Promise<void> {
  const media = await api.list('/media', 'media');
  out.show(
    { media },
    () =>
      media.length === 0
        ? `There are no media yet: ${PROGRAM} media upload <file>`
        : wholeTable(
            ['MEDIUM', 'NAME', 'TYPE', 'SIZE', 'UPLOADED', 'ADDRESS'],
            media.map((medium) => [
              medium.mediaId,
              medium.name,
              medium.type,
              sizeOf(medium),
              time(medium.createdAt),
              medium.url,
            ]),
          ),
    media.map(({ url }) => url),
  );
}

export async function deleteMedium({ api, out }: Cli, { mediaId }: { mediaId: string }): Promise<void> {
  await api.DELETE('/media/{mediaId}', { params: { path: { mediaId } } });
  out.show({ mediaId, deleted: true }, () => `Deleted ${mediaId}.`);
}

function sizeOf({ bytes }: Medium): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
