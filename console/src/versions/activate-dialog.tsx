/** Makes a version live, for all new conversations or a share of them; says beforehand whom that reaches. */
import { Button, Group, Modal, NumberInput, Radio, Stack, Text } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { useState } from 'react';
import { api, fieldError, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { Refused } from './refused.tsx';
import { isExplicit } from './use-versions.ts';

type Sessions = 'keep' | 'move';

export function ActivateDialog(props: { agent: Agent; version: number; isOpen: boolean; onClose: () => void }) {
  const { agent, version, isOpen, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={texts.versions.askLive(version)} centered>
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
    notifyDone(percent < 100 ? texts.versions.nowLiveFor(version, percent) : texts.versions.nowLive(version));
    onClose();
  };
  return (
    <Stack>
      {!isExplicit(agent) && <Text size="sm">{texts.versions.becomes(version)}</Text>}
      {isExplicit(agent) && other !== undefined && (
        <NumberInput
          label={texts.versions.percent}
          description={texts.versions.sameSide}
          min={1}
          max={100}
          allowDecimal={false}
          value={share}
          onChange={setShare}
          error={isShare ? fieldError(activate.error, '/percent') : texts.versions.percentRange}
        />
      )}
      {isExplicit(agent) && (
        <>
          <Text size="sm" role="status">
            {percent < 100 && other !== undefined
              ? texts.versions.shared(percent, version, other)
              : texts.versions.forAll(version)}
          </Text>
          <Radio.Group
            label={texts.versions.underWay}
            value={sessions}
            onChange={(value) => setSessions(value as Sessions)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="keep" label={texts.versions.stay} />
              <Radio value="move" label={texts.versions.move} description={texts.versions.moveMeaning} />
            </Stack>
          </Radio.Group>
        </>
      )}
      <Refused agentId={agentId} error={activate.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.pieces.cancel}
        </Button>
        <Button
          loading={activate.isPending}
          disabled={!isShare}
          onClick={() => activate.mutate(undefined, { onSuccess: done })}
        >
          {texts.versions.makeLive}
        </Button>
      </Group>
    </Stack>
  );
}
