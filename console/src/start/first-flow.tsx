/** From nothing to the first message in four clicks: a brand, an agent, a sample flow, and a phone to write to. */
import { Button, Paper, Stepper, Text, Title } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api.ts';
import { SAMPLE_ENTRY, saveSampleFlow } from '../flow/sample.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';

/** From the range reserved for fiction. */
const FIRST_PHONE = '+12025550123';

type Made = { brandId?: string; agentId?: string };

/** Each click does exactly one step, so that a person sees what there is, and how it is created. */
const STEPS = [
  {
    label: 'Brand',
    does: 'Create a brand',
    says: 'Agents message people on behalf of a brand. This one is called Corner Shop.',
    run: async (): Promise<Made> => {
      const { brandId } = await api.POST('/brands', { body: { name: 'Corner Shop' } });
      return { brandId };
    },
  },
  {
    label: 'Agent',
    does: 'Create an agent',
    says: 'An agent messages people. It starts in test mode and messages only registered devices.',
    run: async ({ brandId }: Made): Promise<Made> => {
      const body = { name: 'Corner Shop', brandId: brandId!, useCase: 'TRANSACTIONAL' } as const;
      const { agentId } = await api.POST('/agents', { body });
      return { agentId };
    },
  },
  {
    label: 'Flow',
    does: 'Load the sample flow',
    says: 'A flow is made of states: what to say, where a chip leads, what to ask the user.',
    run: async (made: Made): Promise<Made> => {
      await saveSampleFlow(made.agentId!);
      return made;
    },
  },
  {
    label: 'Phone',
    does: 'Send the first message',
    says: `An emulator phone, ${FIRST_PHONE}, becomes a test device and gets a message from the agent.`,
    run: async (made: Made): Promise<Made> => {
      const path = { agentId: made.agentId!, stateId: SAMPLE_ENTRY, phoneNumber: FIRST_PHONE };
      await api.POST('/agents/{agentId}/devices', { params: { path }, body: { phoneNumber: FIRST_PHONE } });
      const body = { params: { name: 'Ada' } };
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
        Your first message, in four clicks
      </Title>
      <Text c="dimmed" mb="lg">
        Nothing here reaches a real phone: the RCS platform is an emulator in this service.
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
