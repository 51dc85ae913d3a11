/** Makes a state by its id, and opens it. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { fieldError } from '../api.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { texts } from '../texts/texts.ts';
import { useCreateState } from './create-state.ts';
import { StateIdField } from './state-id-field.tsx';

export function NewState({ agentId }: { agentId: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [stateId, setStateId] = useState('');
  const navigate = useNavigate();
  const create = useCreateState(agentId, { quiet: true });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const done = await create.mutateAsync(stateId).then(
      () => true,
      () => false,
    );
    if (!done) return;
    close();
    setStateId('');
    await navigate({ to: '/agents/$agentId/flow/{-$stateId}', params: { agentId, stateId } });
  }

  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={open}>
        {texts.editor.newState}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.editor.newState} centered>
        <form onSubmit={submit}>
          <Stack>
            <StateIdField
              value={stateId}
              onChange={setStateId}
              error={fieldError(create.error, 'stateId') ?? fieldError(create.error, '/stateId')}
            />
            <ProblemAlert error={create.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={create.isPending} disabled={stateId.trim() === ''}>
                {texts.editor.create}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
