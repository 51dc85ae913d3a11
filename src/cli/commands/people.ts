/** `parley people`: who may log in to the console, and what they may do there. */
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { dim, fields, time } from '../output.ts';

type Role = Schemas['Person']['role'];

/** The service checks the role; it names those that there are. */
export async function invite(
  cli: Cli,
  { email, name, role = 'reader' }: { email: string; name: string; role: string | undefined },
): Promise<void> {
  const { personId } = await cli.api.POST('/people', { body: { email, name, role: role as Role } });
  await linkPerson(cli, { personId });
}

type Changes = Record<'name' | 'email' | 'role', string | undefined> &
  Record<'disable' | 'enable', boolean | undefined>;

export async function changePerson(
  { api, out }: Cli,
  { personId, name, email, role, disable, enable }: Changes & { personId: string },
): Promise<void> {
  if (disable && enable) throw new UsageError('--disable and --enable exclude each other.');
  const wanted = { name, email, role: role as Role | undefined, disabled: disable ? true : enable ? false : undefined };
  const body = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  if (Object.keys(body).length === 0) {
    throw new UsageError(
      'There is nothing to change.',
      `For example: ${PROGRAM} people change ${personId} --role author`,
    );
  }
  const person = await api.PATCH('/people/{personId}', { params: { path: { personId } }, body });
  const { createdAt: _, hasPassword: __, lastLogInAt, disabled, ...shown } = person;
  out.show(person, () => fields({ ...shown, disabled: String(disabled), 'last log-in': time(lastLogInAt) }));
}

export async function linkPerson({ api, out }: Cli, { personId }: { personId: string }): Promise<void> {
  const link = await api.POST('/log-in-links', { body: { personId } });
  out.show({ personId, ...link }, () => fields({ personId, url: link.url }), link.url);
  out.note(dim('Send it to them: it logs a browser in as this person, once, within three days.'));
}
