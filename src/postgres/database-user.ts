/**
 * PostgreSQL refuses to run as root, and the service may well run as root (a container, a rented machine). This file
 * finds another user for the database's programs, and the command that starts them as that user.
 */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** `command` is prepended to the program and its arguments. */
export type DatabaseUser = { name: string; uid: number; gid: number; command: string[] };

/** Accounts that most systems have and that own nothing else, best first. */
const CANDIDATES = ['postgres', 'nobody'];

const WAYS_OUT = 'Start the service as an ordinary user, or set DATABASE_URL to a PostgreSQL that runs elsewhere';

/**
 * null: the programs run as our own user. As root: as the owner of the data `folder` if it exists, else as `postgres`,
 * else as `nobody`. That user keeps one capability of root, CAP_DAC_OVERRIDE, to reach a data folder or an installation
 * below a private home such as /root. Throws, naming the ways out, when the system does not allow it.
 */
export async function databaseUser(folder: string): Promise<DatabaseUser | null> {
  if (process.getuid?.() !== 0) return null;
  const account = (await ownerOf(folder)) ?? (await firstAccount());
  const command = [
    'setpriv',
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    // Without it access(2), by which PostgreSQL's programs check one another, ignores the capability.
    '--securebits=+no_setuid_fixup',
  ];
  try {
    await promisify(execFile)('setpriv', [...command.slice(1), 'true']);
  } catch (cause) {
    throw new Error(`PostgreSQL does not run as root, and setpriv cannot start it as ${account.name}. ${WAYS_OUT}`, {
      cause,
    });
  }
  return { ...account, command };
}

async function ownerOf(folder: string): Promise<Omit<DatabaseUser, 'command'> | null> {
  const found = await stat(folder).catch(() => null);
  return found && found.uid !== 0 ? { name: `user ${found.uid}`, uid: found.uid, gid: found.gid } : null;
}

async function firstAccount(): Promise<Omit<DatabaseUser, 'command'>> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const candidate of CANDIDATES) {
    const [name, , uid, gid] = lines.find(([first]) => first === candidate) ?? [];
    if (name && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${CANDIDATES.join(' or ')}. ${WAYS_OUT}`);
}
