/** Where the bytes of media are kept: the contract of `folder.ts` and `bucket.ts`. A file is written once and never changed. */
import type { Readable } from 'node:stream';

/** The first and the last byte. */
type Range = { start: number; end: number };

export type Files = {
  /** Whole or not at all. `path` is a file on the same disk as `DATA_DIR`, which may be moved away. */
  put(key: string, path: string, type: string): Promise<void>;
  /** Null when there is no such file. */
  read(key: string, range: Range | null): Promise<Readable | null>;
  /** Also when it is gone already. */
  remove(key: string): Promise<void>;
};
