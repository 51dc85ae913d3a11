/** Ends the session, here and in every other tab. Unsaved edits stay in the browser, unless told otherwise. */
import { ActionIcon, Checkbox, List, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkText } from '../links.tsx';
import { ConfirmDialog } from '../pieces/confirm-dialog.tsx';
import { useChange } from '../queries.ts';
import { logOut } from '../session.ts';
import { texts } from '../texts/texts.ts';
import { listUnsaved, type UnsavedKey } from '../unsaved.ts';

/** With more, the rest is counted. */
const MAX_NAMED = 5;

export function LogOutButton() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, { open, close }] = useDisclosure();
  const [forgetsUnsaved, setForgets] = useState(false);
  const [unsaved, setUnsaved] = useState<UnsavedKey[]>([]);

  const ending = useChange(() => logOut(queries, { forgetsUnsaved }), { refreshes: [] });

  async function leave(wasAsked: boolean): Promise<void> {
    await ending.mutateAsync(undefined);
    await navigate({ to: '/log-in', ignoreBlocker: wasAsked });
  }

  function ask(): void {
    const found = listUnsaved();
    setUnsaved(found);
    setForgets(false);
    if (found.length > 0) open();
    // The change itself reports its failure.
    else leave(false).catch(() => {});
  }

  return (
    <>
      <Tooltip label={texts.shell.logOut}>
        <ActionIcon variant="default" size="lg" aria-label={texts.shell.logOut} onClick={ask}>
          <IconLogout size={18} />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title={texts.shell.askLogOut}
        consequence={
          <Stack gap="sm">
            <Unsaved places={unsaved} onGo={close} />
            <Checkbox
              label={texts.shell.discardUnsaved}
              checked={forgetsUnsaved}
              onChange={(event) => setForgets(event.currentTarget.checked)}
            />
          </Stack>
        }
        confirm={texts.shell.logOut}
        onConfirm={() => leave(true)}
      />
    </>
  );
}

function Unsaved({ places, onGo }: { places: UnsavedKey[]; onGo: () => void }) {
  const more = places.length - MAX_NAMED;
  return (
    <Stack gap="xs">
      <Text size="sm">{texts.shell.keepsUnsaved}</Text>
      <List size="sm">
        {places.slice(0, MAX_NAMED).map(({ agentId, stateId }) => (
          <List.Item key={`${agentId}/${stateId}`}>
            <LinkText to="/agents/$agentId/flow/{-$stateId}" params={{ agentId, stateId }} onClick={onGo}>
              {stateId}
            </LinkText>
          </List.Item>
        ))}
        {more > 0 && <List.Item>{texts.shell.andMore(more)}</List.Item>}
      </List>
    </Stack>
  );
}
