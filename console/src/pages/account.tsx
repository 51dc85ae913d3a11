/** Who one is here: the role, the password, the passkeys and the sessions. */
import { OwnPassword } from '../people/own-password.tsx';
import { Passkeys } from '../people/passkeys.tsx';
import { Sessions } from '../people/sessions.tsx';
import { Page } from '../pieces/page.tsx';
import { useSession } from '../session.ts';
import { texts } from '../texts/texts.ts';

export default function AccountPage() {
  const session = useSession();
  const person = session?.person;
  const who = person ? texts.people.asRole(person.email, texts.people.roleNames[person.role]) : texts.people.withKey;
  return (
    <Page title={person?.name ?? texts.people.account} description={session && who}>
      {session && person && <OwnPassword session={session} />}
      {session && person && <Passkeys session={session} />}
      <Sessions />
    </Page>
  );
}
