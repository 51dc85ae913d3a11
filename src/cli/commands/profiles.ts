/** `parley profiles`: services elsewhere, under names. */

import { PROGRAM } from '../../program.ts';
import { createApi } from '../api.ts';
import { askSecrets } from '../ask-secrets.ts';
import type { Cli } from '../command.ts';
import { CommandFailure, UsageError } from '../failure.ts';
import { wholeTable } from '../output.ts';
import { getProfile, readProfiles, writeProfiles } from '../profiles.ts';
import { PROJECT_FILE, writeProject } from '../project.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;

/** The key is tried before it is kept. */
export async function addProfile(
  { config, out }: Cli,
  { name, url: given }: { name: string; url: string },
): Promise<void> {
  if (!NAME.test(name))
    throw new UsageError(`"${name}" is no name of a profile: letters, digits and . _ - , at most 50.`);
  const url = given.replace(/\/+$/, '');
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new UsageError(`${given} is not an http or https URL.`);
  const { 'operator key': key = '' } = await askSecrets(url, ['operator key']);
  await createApi(url, key).GET('/accounts');
  writeProfiles(config.home, { ...readProfiles(config.home), [name]: { url, key } });
  out.show(
    { name, url },
    () => `${name} is ${url}. To use it: --profile ${name}, or in a folder: ${PROGRAM} profiles use ${name}`,
    name,
  );
}

export async function listProfiles({ config, out, project }: Cli): Promise<void> {
  const profiles = Object.entries(readProfiles(config.home)).map(([name, { url }]) => ({ name, url }));
  const rows = profiles.map(({ name, url }) => [name, url, name === project.profile ? 'this folder' : '–']);
  out.show(
    { profiles },
    () =>
      rows.length === 0
        ? `There are no profiles yet: ${PROGRAM} profiles add <name> <url>`
        : wholeTable(['PROFILE', 'ADDRESS', 'USED BY'], rows),
    profiles.map(({ name }) => name),
  );
}

/** In this folder, by its project. */
export async function useProfile({ config, out, project }: Cli, { name }: { name: string }): Promise<void> {
  const { url } = getProfile(config.home, name);
  writeProject({ ...project, profile: name });
  out.show({ name, url }, () => `Commands in this folder go to ${url}: ${PROJECT_FILE} says so.`, name);
}

export async function removeProfile({ config, out }: Cli, { name }: { name: string }): Promise<void> {
  const { [name]: removed, ...others } = readProfiles(config.home);
  if (!removed)
    throw new CommandFailure(`No profile is called "${name}"`, `Those that there are: ${PROGRAM} profiles list`);
  writeProfiles(config.home, others);
  out.show({ name, removed: true }, () => `Removed ${name}, and its key.`);
}
