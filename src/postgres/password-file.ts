/** The password of the embedded database: random, created once, readable only by the owner of the data folder. */
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

const PASSWORD_BYTES = 24;

/** Returns the file's content, and creates the file if it is absent. Of two concurrent creators one wins. */
export async function readOrCreatePassword(path: string): Promise<string> {
  const draft = `${path}.new-${process.pid}`;
  await writeFile(draft, randomBytes(PASSWORD_BYTES).toString('base64url'), { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link never replaces a file.
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}
