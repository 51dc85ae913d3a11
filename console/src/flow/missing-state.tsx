/** The address of a state that does not exist yet, or no longer: it can be created, with the text typed into it. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, pathOf } from '../api.ts';
import { Time } from '../pieces/time.tsx';
import { useChange } from '../queries.ts';
import { findUnsaved, forgetUnsaved, keepUnsaved } from '../unsaved.ts';
import { CloseButton } from './close-button.tsx';
import { useCreateState } from './create-state.ts';
import { noteOf, resumeEditing } from './edited-state.ts';

export function MissingState(props: { agentId: string; stateId: string; onClose: () => void }) {
  const { agentId, stateId, onClose } = props;
  const place = { agentId, stateId };
  const [kept, setKept] = useState(() => findUnsaved(place));
  const resumed = resumeEditing({}, kept);
  const { body } = resumed.content;
  const create = useChange(
    async () => {
      await api.POST('/agents/{agentId}/states/{stateId}', { params: { path: { agentId, stateId } }, body });
      // Unparsable text is kept for the new state.
      keepUnsaved(place, { ...noteOf(resumed), base: body });
    },
    { refreshes: [pathOf`/agents/${agentId}/states`] },
  );

  const fresh = useCreateState(agentId);

  function discard() {
    forgetUnsaved(place);
    setKept(null);
  }

  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text style={{ overflowWrap: 'anywhere' }}>There is no state “{stateId}” in this flow.</Text>
        <CloseButton onClose={onClose} />
      </Group>
      {resumed.typedAt === null && (
        <Button
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => fresh.mutate(stateId)}
          loading={fresh.isPending}
        >
          Create it
        </Button>
      )}
      {resumed.typedAt !== null && (
        <Alert color="yellow" title="Not saved yet">
          <Stack gap="xs">
            <Text size="sm">
              Your changes from <Time at={resumed.typedAt} /> are still in this browser.
            </Text>
            <Group gap="xs">
              <Button size="xs" onClick={() => create.mutate(undefined)} loading={create.isPending}>
                Create it again
              </Button>
              <Button size="xs" variant="default" onClick={discard}>
                Discard my changes
              </Button>
            </Group>
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}
