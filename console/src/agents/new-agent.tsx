/** Creates an agent for a brand, and goes to its flow. */
import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseCase } from '@model/agent.ts';
import type { Brand } from '@model/brand.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, fieldError } from '../api.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';

export const USE_CASES: { value: UseCase; label: string }[] = [
  { value: 'TRANSACTIONAL', label: 'Transactional: about the user’s dealings with you' },
  { value: 'PROMOTIONAL', label: 'Promotional: offers and news' },
  { value: 'MULTI_USE', label: 'Multi-use: both' },
  { value: 'OTP', label: 'OTP: one-time passwords' },
];

export function NewAgent({ brand }: { brand: Brand }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [name, setName] = useState('');
  const [useCase, setUseCase] = useState<UseCase>('TRANSACTIONAL');
  const navigate = useNavigate();
  const create = useChange(() => api.POST('/agents', { body: { name, brandId: brand.brandId, useCase } }), {
    refreshes: ['/agents'],
    quiet: true,
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const agent = await create.mutateAsync(undefined).catch(() => null);
    if (agent) await navigate({ to: '/agents/$agentId/flow/{-$stateId}', params: { agentId: agent.agentId } });
  }

  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        New agent
      </Button>
      <Modal opened={isOpen} onClose={close} title={`New agent for ${brand.name}`} centered>
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="Name"
              description="What people see as the sender."
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={fieldError(create.error, '/name')}
              data-autofocus
            />
            <Select
              label="Use case"
              data={USE_CASES}
              value={useCase}
              onChange={(value) => setUseCase((value ?? 'TRANSACTIONAL') as UseCase)}
              allowDeselect={false}
            />
            <ProblemAlert error={create.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={create.isPending}>
                Create the agent
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
