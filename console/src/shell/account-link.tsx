/** Who is logged in, in the header: it leads to the own account. On a phone it is a picture. */
import { Text } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { LinkButton } from '../links.tsx';
import { useSession } from '../session.ts';
import { texts } from '../texts/texts.ts';

export function AccountLink() {
  const session = useSession();
  if (!session) return null;
  const name = session.person?.name ?? texts.shell.operatorKey;
  return (
    <LinkButton to="/account" variant="default" px="xs" aria-label={texts.people.accountOf(name)}>
      <IconUser size={18} aria-hidden />
      <Text span size="sm" ml={6} maw={160} truncate visibleFrom="sm">
        {name}
      </Text>
    </LinkButton>
  );
}
