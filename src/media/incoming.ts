/**
 * A file on its way in: written to a folder of its own until it is whole and known to be one that phones show, so that
 * a file is never in memory as a whole and never half stored.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../errors.ts';
import { MAX_MEDIUM_BYTES, MEDIA_TYPES } from '../model/medium.ts';
import { typeOfFile } from './type.ts';

/** No request takes as long: a file this old was left behind by a process that died. */
const ABANDONED_MS = 3_600_000;

/** Disposing it removes the file, unless it was moved away. */
export type Incoming = AsyncDisposable & { path: string; type: string; bytes: number };

/** @throws Problem when it is empty, too large, or of no type that phones show */
export async function receive(folder: string, body: Readable): Promise<Incoming> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const discard = () => rm(path, { force: true });
  try {
    const bytes = await write(body, path);
    if (bytes === 0) throw new Problem('unsupported_media_type', 'The body is empty: send the bytes of a file.');
    const told = await typeOfFile(path);
    if (told.type === null) throw new Problem('unsupported_media_type', unfit(told.seems));
    return { path, type: told.type, bytes, [Symbol.asyncDispose]: discard };
  } catch (cause) {
    await discard();
    throw cause;
  }
}

/** Removes what processes that died left behind. */
export async function sweep(folder: string, nowMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: nowMs }));
    if (nowMs - mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

/** Resolves with the number of bytes. */
async function write(body: Readable, path: string): Promise<number> {
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    // Not destroyed when it is too large: that would take the connection with it, and the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_MEDIUM_BYTES) throw tooLarge();
      yield chunk;
    }
  }
  await pipeline(counted, createWriteStream(path, { mode: 0o600 }));
  return bytes;
}

/** The connection ends with the answer: nobody reads the rest of the body. */
function tooLarge(): Problem {
  const detail = `The file is larger than ${MAX_MEDIUM_BYTES} bytes, the most that a phone gets.`;
  return new Problem('body_too_large', detail, { headers: { connection: 'close' } });
}

function unfit(seems: string | null): string {
  const types = Object.keys(MEDIA_TYPES).join(', ');
  return `The content of the file ${seems ? `is ${seems}` : 'is of no known type'}; phones show ${types}.`;
}
