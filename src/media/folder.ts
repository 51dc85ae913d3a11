/** Media in a folder under `DATA_DIR`: for one machine. */
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from './files.ts';

export function createFolder(folder: string): Files {
  const pathOf = (key: string) => join(folder, key);
  return {
    async put(key, path) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await synced(path);
      await rename(path, pathOf(key));
      await synced(dirname(pathOf(key)));
    },

    async read(key, range) {
      try {
        const file = await open(pathOf(key));
        return file.createReadStream(range ?? {});
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },

    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** On the disk, so that a power cut leaves no file that is named and empty. */
async function synced(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
