/** Ends the session, here and in every other tab. Unsaved edits are lost with it, so they are listed first. */
import { ActionIcon, List, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LinkText } from '../links.tsx';
import { ConfirmDialog } from '../pieces/confirm-dialog.tsx';
import { useChange } from '../queries.ts';
import { logOut } from '../session.ts';
import { listUnsaved, type UnsavedKey } from '../unsaved.ts';

/** With more, the rest is counted. */
const MAX_NAMED = 5;

export function LogOutButton() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, { open, close }] = useDisclosure();
  const [unsaved, setUnsaved] = useState<UnsavedKey[]>([]);

  const ending = useChange(() => logOut(queries), { refreshes: [] });

  async function leave(wasAsked: boolean): Promise<void> {
    await ending.mutateAsync(undefined);
    await navigate({ to: '/log-in', ignoreBlocker: wasAsked });
  }

  function ask(): void {
    const found = listUnsaved();
    setUnsaved(found);
    if (found.length > 0) open();
    // The change itself reports its failure.
    else leave(false).catch(() => {});
  }

  return (
    <>
      <Tooltip label="Log out">
        <ActionIcon variant="default" size="lg" aria-label="Log out" onClick={ask}>
          <IconLogout size={18} />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Log out?"
        consequence={<Losses places={unsaved} onGo={close} />}
        confirm="Log out"
        onConfirm={() => leave(true)}
      />
    </>
  );
}

function Losses({ places, onGo }: { places: UnsavedKey[]; onGo: () => void }) {
  const more = places.length - MAX_NAMED;
  return (
    <Stack gap="xs">
      <Text size="sm">This browser has unsaved changes. Logging out discards them:</Text>
      <List size="sm">
        {places.slice(0, MAX_NAMED).map(({ agentId, stateId }) => (
          <List.Item key={`${agentId}/${stateId}`}>
            <LinkText to="/agents/$agentId/flow/{-$stateId}" params={{ agentId, stateId }} onClick={onGo}>
              {stateId}
            </LinkText>
          </List.Item>
        ))}
        {more > 0 && <List.Item>and {more} more</List.Item>}
      </List>
    </Stack>
  );
}
