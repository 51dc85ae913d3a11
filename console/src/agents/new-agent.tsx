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
import { texts } from '../texts/texts.ts';

const LABELS: Record<UseCase, string> = texts.agents.useCases;
export const USE_CASES = Object.entries(LABELS).map(([value, label]) => ({ value, label }));

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
        {texts.agents.newAgent}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.agents.newAgentOf(brand.name)} centered>
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label={texts.pieces.name}
              description={texts.agents.nameSeen}
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={fieldError(create.error, '/name')}
              data-autofocus
            />
            <Select
              label={texts.agents.useCase}
              data={USE_CASES}
              value={useCase}
              onChange={(value) => setUseCase((value ?? 'TRANSACTIONAL') as UseCase)}
              allowDeselect={false}
            />
            <ProblemAlert error={create.error} />
            <Group justify="flex-end">
              <Button type="submit" loading={create.isPending}>
                {texts.agents.createAgent}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
