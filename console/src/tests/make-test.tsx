/** Makes a flow test of a conversation's last session: shows it before it is kept with the agent. */
import { Alert, Button, Checkbox, Group, List, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FlowTest } from '@model/flow-test.ts';
import { IconTestPipe } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Answer, ApiProblem } from '#client';
import { api, fieldError, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { Json } from '../pieces/json.tsx';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { TestSteps } from './test-steps.tsx';

type Written = Answer<'/agents/{agentId}/tests/from-conversation', 'post'>;
type Conversation = { agentId: string; phoneNumber: string };

export function MakeTest({ agentId, phoneNumber }: Conversation) {
  const [isOpen, { open, close }] = useDisclosure();
  const [keeps, setKeeps] = useState(false);
  const write = useChange(
    ({ keep }: { keep: boolean }) =>
      api.POST('/agents/{agentId}/tests/from-conversation', {
        params: { path: { agentId } },
        body: { phoneNumber, personalData: keep ? 'keep' : 'replace' },
      }),
    { refreshes: [], quiet: true },
  );

  function begin(keep: boolean) {
    setKeeps(keep);
    write.mutate({ keep });
    open();
  }

  return (
    <>
      <Button variant="default" leftSection={<IconTestPipe size={16} />} onClick={() => begin(false)}>
        {texts.tests.make}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.tests.ofConversation} size="lg">
        <Stack>
          <Checkbox
            label={texts.tests.keepPersonal}
            description={texts.tests.elseReplaced}
            checked={keeps}
            onChange={(event) => begin(event.currentTarget.checked)}
          />
          <ProblemAlert error={write.error} />
          {write.data && <KeepForm key={String(keeps)} agentId={agentId} written={write.data} />}
        </Stack>
      </Modal>
    </>
  );
}

function KeepForm({ agentId, written: { test, notes } }: { agentId: string; written: Written }) {
  const [title, setTitle] = useState(test.title);
  const [testId, setTestId] = useState(test.title.replaceAll(/[^A-Za-z0-9]+/g, '-'));
  const navigate = useNavigate();
  const keep = useChange(() => keepTest(agentId, testId, { ...test, title }), {
    refreshes: [pathOf`/agents/${agentId}/tests`],
    quiet: true,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    keep.mutate(undefined, {
      onSuccess: async () => {
        notifyDone(texts.tests.kept);
        await navigate({
          to: '/agents/$agentId/flow/{-$stateId}',
          params: { agentId, stateId: undefined },
          search: { panel: 'tests' },
        });
      },
    });
  }

  const isTaken = keep.error instanceof TakenId;
  return (
    <form onSubmit={submit}>
      <Stack>
        {notes.length > 0 && (
          <Alert color="yellow" title={texts.tests.lookFirst}>
            <List size="sm">
              {notes.map((note) => (
                <List.Item key={note}>{note}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <TextInput
          label={texts.tests.title}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={fieldError(keep.error, '/title')}
        />
        <TextInput
          label={texts.tests.id}
          description={texts.tests.idForm}
          maxLength={100}
          value={testId}
          onChange={(event) => setTestId(event.currentTarget.value)}
          error={isTaken ? texts.tests.idTaken : fieldError(keep.error, 'testId')}
        />
        <Title order={3}>{texts.tests.stepsTitle}</Title>
        <TestSteps test={test as FlowTest} />
        <details>
          <Text component="summary" size="sm">
            {texts.tests.wholeTest}
          </Text>
          <Json value={test} label={texts.tests.theTest} />
        </details>
        {!isTaken && <ProblemAlert error={keep.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={keep.isPending} disabled={testId === '' || title.trim() === ''}>
            {texts.tests.keep}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

class TakenId extends Error {}

/** Never in place of another test. @throws TakenId @throws ApiProblem */
async function keepTest(agentId: string, testId: string, test: Written['test']): Promise<void> {
  const params = { path: { agentId, testId } };
  const isTaken = await api.GET('/agents/{agentId}/tests/{testId}', { params }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiProblem && error.code === 'test_not_found') return false;
      throw error;
    },
  );
  if (isTaken) throw new TakenId();
  await api.PUT('/agents/{agentId}/tests/{testId}', { params, body: test });
}
