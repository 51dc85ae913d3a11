/** What stays while pages change: the header, the navigation, and the skip link for the keyboard. */
import { Alert, AppShell, Box, Burger, Container, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LinkText } from '../links.tsx';
import { useSession } from '../session.ts';
import { texts } from '../texts/texts.ts';
import { AccountLink } from './account-link.tsx';
import { LanguageButton } from './language-button.tsx';
import { LogInDialog } from './log-in-dialog.tsx';
import { LogOutButton } from './log-out-button.tsx';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { SchemeButton } from './scheme-button.tsx';

export function Shell() {
  const { pathname } = useLocation();
  const [isOpen, { toggle, close }] = useDisclosure();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(close, [pathname]);

  if (pathname === '/log-in') return <Outlet />;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#main">
        {texts.shell.skip}
      </a>
      <AppShell.Header bg="var(--console-surface)">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? texts.shell.closeNavigation : texts.shell.openNavigation}
              aria-expanded={isOpen}
            />
            <LinkText to="/" c="inherit" underline="never" aria-label={texts.shell.startPage}>
              <Logo />
            </LinkText>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <AccountLink />
            <LanguageButton />
            <SchemeButton />
            <LogOutButton />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" bg="var(--console-surface)">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Container size="xl" px={0}>
          <Box miw={0}>
            <NoPassword />
            <Outlet />
          </Box>
        </Container>
      </AppShell.Main>
      <LogInDialog />
    </AppShell>
  );
}

/** Who came by a link cannot come back without a password. */
function NoPassword() {
  const person = useSession()?.person;
  const { pathname } = useLocation();
  if (!person || person.hasPassword || pathname === '/account') return null;
  return (
    <Alert color="yellow" mb="md" title={texts.people.noPassword}>
      <LinkText to="/account">{texts.people.setPassword}</LinkText>
    </Alert>
  );
}
