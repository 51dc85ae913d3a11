/** The address of a state that does not exist yet, or no longer: it can be created, with the text typed into it. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, pathOf } from '../api.ts';
import { CloseButton } from '../pieces/close-button.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange } from '../queries.ts';
import { useMay } from '../session.ts';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { findUnsaved, forgetUnsaved, keepUnsaved } from '../unsaved.ts';
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
  const mayCreate = useMay('createState');

  function discard() {
    forgetUnsaved(place);
    setKept(null);
  }

  return (
    <Stack gap="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text style={{ overflowWrap: 'anywhere' }}>{texts.editor.missing(stateId)}</Text>
        <CloseButton onClose={onClose} />
      </Group>
      {resumed.typedAt === null && mayCreate && (
        <Button
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => fresh.mutate(stateId)}
          loading={fresh.isPending}
        >
          {texts.editor.createIt}
        </Button>
      )}
      {resumed.typedAt !== null && (
        <Alert color="yellow" title={texts.editor.notSaved}>
          <Stack gap="xs">
            <Text size="sm">{parts(texts.editor.stillHere, { when: <Time at={resumed.typedAt} /> })}</Text>
            <Group gap="xs">
              <Button size="xs" onClick={() => create.mutate(undefined)} loading={create.isPending}>
                {texts.editor.createAgain}
              </Button>
              <Button size="xs" variant="default" onClick={discard}>
                {texts.editor.discardMine}
              </Button>
            </Group>
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}
