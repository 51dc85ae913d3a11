/** Makes a version live, for all new conversations or a share of them; says beforehand whom that reaches. */
import { Button, Group, Modal, NumberInput, Radio, Stack, Text } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { useState } from 'react';
import { api, fieldError, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { useChange } from '../queries.ts';
import { Refused } from './refused.tsx';
import { isExplicit } from './use-versions.ts';

type Sessions = 'keep' | 'move';

export function ActivateDialog(props: { agent: Agent; version: number; isOpen: boolean; onClose: () => void }) {
  const { agent, version, isOpen, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Make version ${version} live?`} centered>
      <ActivateForm {...{ agent, version, onClose }} />
    </Modal>
  );
}

function ActivateForm({ agent, version, onClose }: { agent: Agent; version: number; onClose: () => void }) {
  const { agentId, rollout } = agent;
  const [share, setShare] = useState<number | string>(100);
  const [sessions, setSessions] = useState<Sessions>('keep');
  const other = rollout?.shares
    .filter((each) => each.version !== version)
    .toSorted((a, b) => b.percent - a.percent)[0]?.version;
  const percent = Number(share);
  const isShare = Number.isInteger(percent) && percent >= 1 && percent <= 100;
  const activate = useChange(
    () =>
      api.POST('/agents/{agentId}/versions/{version}/activate', {
        params: { path: { agentId, version: String(version) } },
        body: isExplicit(agent) ? { percent, sessions } : {},
      }),
    { refreshes: [pathOf`/agents/${agentId}`], quiet: true },
  );
  const done = () => {
    notifyDone(`Version ${version} is live${percent < 100 ? ` for ${percent} % of phone numbers` : ''}.`);
    onClose();
  };
  return (
    <Stack>
      {!isExplicit(agent) && (
        <Text size="sm">The flow becomes what it was in version {version}, at once and for everybody.</Text>
      )}
      {isExplicit(agent) && other !== undefined && (
        <NumberInput
          label="Percent of phone numbers"
          description="A phone number always gets the same side."
          min={1}
          max={100}
          allowDecimal={false}
          value={share}
          onChange={setShare}
          error={isShare ? fieldError(activate.error, '/percent') : 'From 1 to 100.'}
        />
      )}
      {isExplicit(agent) && (
        <>
          <Text size="sm" role="status">
            {percent < 100 && other !== undefined
              ? `New conversations of ${percent} % of phone numbers get version ${version}, those of the others version ${other}.`
              : `Every new conversation gets version ${version}.`}
          </Text>
          <Radio.Group
            label="Conversations that are under way"
            value={sessions}
            onChange={(value) => setSessions(value as Sessions)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="keep" label="stay on the version in which they began" />
              <Radio
                value="move"
                label="go on on what is live"
                description="In the state of the same id, or at the default state if there is none."
              />
            </Stack>
          </Radio.Group>
        </>
      )}
      <Refused agentId={agentId} error={activate.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          loading={activate.isPending}
          disabled={!isShare}
          onClick={() => activate.mutate(undefined, { onSuccess: done })}
        >
          Make live
        </Button>
      </Group>
    </Stack>
  );
}
