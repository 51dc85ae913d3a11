/** From nothing to the first message in four clicks: a brand, an agent, a sample flow, and a phone to write to. */
import { Button, Paper, Stepper, Text, Title } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { SAMPLE_ENTRY, saveSampleFlow } from '../flow/sample.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';

/** From the range reserved for fiction. */
const FIRST_PHONE = '+12025550123';

type Made = { brandId?: string; agentId?: string };

/** Each click does exactly one step, so that a person sees what there is, and how it is created. */
const STEPS = [
  {
    label: texts.pieces.brand,
    does: texts.start.createBrand,
    says: texts.start.whatBrands,
    run: async (): Promise<Made> => {
      const { brandId } = await api.POST('/brands', { body: { name: texts.start.sampleBrand } });
      return { brandId };
    },
  },
  {
    label: texts.shell.agent,
    does: texts.start.createAgent,
    says: texts.start.whatAgents,
    run: async ({ brandId }: Made): Promise<Made> => {
      const body = { name: texts.start.sampleBrand, brandId: brandId!, useCase: 'TRANSACTIONAL' } as const;
      const { agentId } = await api.POST('/agents', { body });
      return { agentId };
    },
  },
  {
    label: texts.shell.flow,
    does: texts.start.loadFlow,
    says: texts.start.whatFlows,
    run: async (made: Made): Promise<Made> => {
      await saveSampleFlow(made.agentId!);
      return made;
    },
  },
  {
    label: texts.shell.phone,
    does: texts.start.sendFirst,
    says: texts.start.whatPhones(FIRST_PHONE),
    run: async (made: Made): Promise<Made> => {
      const path = { agentId: made.agentId!, stateId: SAMPLE_ENTRY, phoneNumber: FIRST_PHONE };
      await api.POST('/agents/{agentId}/devices', { params: { path }, body: { phoneNumber: FIRST_PHONE } });
      const body = { params: { name: texts.start.sampleUser } };
      await api.POST('/agents/{agentId}/states/{stateId}/send/{phoneNumber}', { params: { path }, body });
      return made;
    },
  },
] as const;

export function FirstFlow() {
  const [done, setDone] = useState(0);
  const [made, setMade] = useState<Made>({});
  const navigate = useNavigate();
  const step = STEPS[done];
  const run = useChange(() => (step ? step.run(made) : Promise.resolve(made)), {
    refreshes: done === STEPS.length - 1 ? ['/agents', '/brands'] : [],
    quiet: true,
  });

  function next(): void {
    run.mutate(undefined, {
      onSuccess: (after) => {
        setMade(after);
        setDone(done + 1);
        if (done < STEPS.length - 1) return;
        void navigate({
          to: '/agents/$agentId/phone/{-$phoneNumber}',
          params: { agentId: after.agentId!, phoneNumber: FIRST_PHONE },
        });
      },
    });
  }

  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--console-surface)">
      <Title order={2} mb={4}>
        {texts.start.firstMessage}
      </Title>
      <Text c="dimmed" mb="lg">
        {texts.start.onlyEmulated}
      </Text>
      <Stepper active={done} mb="lg" iconSize={32}>
        {STEPS.map(({ label }) => (
          <Stepper.Step key={label} label={label} />
        ))}
      </Stepper>
      {step && (
        <>
          <Text mb="sm">{step.says}</Text>
          <ProblemAlert error={run.error} />
          <Button
            size="md"
            mt="sm"
            onClick={next}
            loading={run.isPending}
            leftSection={done === 3 && <IconDeviceMobile size={18} />}
          >
            {step.does}
          </Button>
        </>
      )}
    </Paper>
  );
}
