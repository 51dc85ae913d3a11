/** `parley media upload`: the pictures, videos and other files that messages show. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Schemas } from '#client';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { fields, size } from '../output.ts';

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
  out.show(medium, () => fields({ mediaId, type, size: size(medium.bytes), url }), url);
}
