/** Which service a command talks to, and with which key: what the line says, then the environment, the folder, this machine. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CliConfig, OPERATOR_KEY_FILE } from '../config.ts';
import { PROGRAM, START } from '../program.ts';
import { listRunning } from '../running.ts';
import { CommandFailure, UsageError } from './failure.ts';
import type { Parsed } from './parse.ts';
import { getProfile } from './profiles.ts';
import type { Project } from './project.ts';

type Target = { url: string; key: string };

/** @throws CommandFailure when there is no key, or when it is not clear which service is meant */
export function targetOf(config: CliConfig, { url, key, profile }: Parsed, project: Project): Target {
  if (profile !== undefined && (url ?? key) !== undefined)
    throw new UsageError('--profile stands for an address and its key: leave --url and --key out.');
  const ofFolder = config.isChosen ? undefined : project.profile;
  const name = profile ?? (url === undefined ? ofFolder : undefined);
  if (name !== undefined) {
    const { url: at, key: own } = getProfile(config.home, name);
    return { url: at, key: key ?? own };
  }
  const isMeant = url !== undefined || config.isChosen || existsSync(join(config.dataDir, OPERATOR_KEY_FILE));
  const other = isMeant ? null : onlyOther(config);
  return {
    url: url?.replace(/\/+$/, '') ?? other?.url ?? config.url,
    key: key ?? config.operatorKey ?? operatorKey(other?.dataDir ?? config.dataDir, isMeant),
  };
}

/** The service of this user on this machine, where its data are elsewhere; null when none runs. */
function onlyOther({ home }: CliConfig): { url: string; dataDir: string } | null {
  const running = home === null ? [] : listRunning(home);
  if (running.length < 2) return running[0] ?? null;
  throw new CommandFailure(
    'It is not clear which service is meant',
    ['Several run on this machine. Say which, by its data folder:', ...running.map(named)].join('\n'),
  );
}

/** The services of the user that run, as one says which is meant. */
export function runningOf({ home }: CliConfig): string[] {
  return home === null ? [] : listRunning(home).map(named);
}

const named = ({ url, dataDir }: { url: string; dataDir: string }) => `DATA_DIR=${dataDir}   (${url})`;

/** The command line generates no key: one unknown to the service would be useless. @throws CommandFailure */
function operatorKey(dataDir: string, isMeant: boolean): string {
  const file = join(dataDir, OPERATOR_KEY_FILE);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    if (isMeant) {
      throw new CommandFailure(
        'There is no operator key',
        `${file} cannot be read. If the service keeps its data elsewhere, set DATA_DIR, or pass the key with --key or PARLEY_OPERATOR_KEY.`,
        { cause },
      );
    }
    throw new CommandFailure(
      'No service was found',
      `None of yours runs on this machine, and ${file} does not exist.\nStart one, in another terminal: ${START}\nFor one on another machine: ${PROGRAM} profiles add <name> <url>`,
      { cause },
    );
  }
}
