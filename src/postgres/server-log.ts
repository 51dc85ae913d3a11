/** The log file of the embedded server: kept small, and read back when a start fails. */
import { open, rename, stat } from 'node:fs/promises';

/** A file above this is rotated at the next start. One older file is kept. */
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Prepares the file for `owner` (null: us) and returns its size: where new output will begin. */
export async function prepareServerLog(path: string, owner: { uid: number; gid: number } | null): Promise<number> {
  const before = await stat(path).catch(() => null);
  if (before && before.size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`);
  await using file = await open(path, 'a', 0o600);
  if (owner) await file.chown(owner.uid, owner.gid);
  return (await file.stat()).size;
}

/** Output since `position`, the last 4 kB of it: the server gives its reason at the end. */
export async function readServerLog(path: string, position: number): Promise<string> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const start = Math.max(position, size - 4096);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
  return buffer.toString('utf8', 0, bytesRead);
}
