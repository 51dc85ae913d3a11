/** Media as the rest of the service has them: received, kept, read, removed; and those of others, looked at. */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Outbound } from '../net/outbound.ts';
import { createBucket } from './bucket.ts';
import type { BucketAddress } from './bucket-address.ts';
import type { Files } from './files.ts';
import { createFolder } from './folder.ts';
import { type Incoming, receive, sweep } from './incoming.ts';
import { createRemoteMedia, type Shown } from './remote.ts';

export type Media = {
  files: Files;
  /** Writes a file to the disk and tells its type. @throws Problem */
  receive(body: Readable): Promise<Incoming>;
  /** Removes files that were received by processes that died. */
  sweep(nowMs: number): Promise<void>;
  /** A picture or a video elsewhere. @throws Problem `media_unreachable` */
  look(url: string): Promise<Shown>;
};

/** `mediaBucket` null: a folder under `dataDir`. */
export function createMedia(
  { dataDir, mediaBucket }: { dataDir: string; mediaBucket: BucketAddress | null },
  outbound: Outbound,
): Media {
  const folder = join(dataDir, 'media');
  const incoming = join(folder, 'incoming');
  return {
    files: mediaBucket ? createBucket(mediaBucket) : createFolder(folder),
    receive: (body) => receive(incoming, body),
    sweep: (nowMs) => sweep(incoming, nowMs),
    look: createRemoteMedia(outbound),
  };
}
