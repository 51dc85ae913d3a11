/**
 * Profiles: services that one works with, each with its address and its operator key, under a name, in the user's own
 * folder. The two belong together, so that no key is ever sent to another address.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../program.ts';
import { CommandFailure } from './failure.ts';

const PROFILES_FILE = 'profiles.json';

export type Profile = { url: string; key: string };
export type Profiles = Record<string, Profile>;

/** Empty where there are none. @throws CommandFailure when the file is none of ours */
export function readProfiles(home: string | null): Profiles {
  const file = fileIn(home);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    const profiles: unknown = JSON.parse(text);
    if (typeof profiles === 'object' && profiles !== null && Object.values(profiles).every(isProfile))
      return profiles as Profiles;
  } catch {
    // As any other text.
  }
  throw new CommandFailure('The profiles cannot be read', `${file} is not valid. Mend or delete it.`);
}

/** @throws CommandFailure when it cannot be written */
export function writeProfiles(home: string | null, profiles: Profiles): void {
  const file = fileIn(home);
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
    // The mode above is that of a new file.
    chmodSync(file, 0o600);
  } catch (cause) {
    throw new CommandFailure('The profiles cannot be written', `${file} (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
}

/** @throws CommandFailure when there is none of this name */
export function getProfile(home: string | null, name: string): Profile {
  const profiles = readProfiles(home);
  if (Object.hasOwn(profiles, name)) return profiles[name]!;
  const known = Object.keys(profiles);
  const those = known.length === 0 ? 'There are none yet' : `There are ${known.join(', ')}`;
  throw new CommandFailure(`No profile is called "${name}"`, `${those}: ${PROGRAM} profiles add ${name} <url>`);
}

function fileIn(home: string | null): string {
  if (home !== null) return join(home, PROFILES_FILE);
  throw new CommandFailure('There is no place for profiles', 'Neither HOME nor PARLEY_HOME is set.');
}

function isProfile(value: unknown): value is Profile {
  const { url, key } = Object(value) as Partial<Profile>;
  return typeof url === 'string' && typeof key === 'string';
}
