/** A state as a version has it, to be read: versions do not change. */
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Flow } from '@model/flow.ts';
import { CloseButton } from '../pieces/close-button.tsx';
import { Json } from '../pieces/json.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { useGet } from '../queries.ts';
import { ContentMessageView } from '../rcs/content.tsx';
import { texts } from '../texts/texts.ts';

type Props = {
  agentId: string;
  stateId: string;
  version: number;
  /** The version that it is compared with: it may have a state that this one no longer has. */
  before: number | undefined;
  onClose: () => void;
};

export function VersionState({ agentId, stateId, version, before, onClose }: Props) {
  const flow = useVersion(agentId, version);
  const old = useVersion(agentId, before ?? version);
  return (
    <Stack gap="sm" component="section" aria-label={texts.versions.stateInVersion(stateId)}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {stateId}
        </Title>
        <CloseButton onClose={onClose} />
      </Group>
      <Loaded of={flow}>
        {(found) => (
          <Loaded of={old}>
            {(earlier) => <Body {...{ stateId, version, before }} flow={found as Flow} earlier={earlier as Flow} />}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}

function useVersion(agentId: string, version: number) {
  return useGet('/agents/{agentId}/flow', { params: { path: { agentId }, query: { version } } });
}

type BodyProps = Pick<Props, 'stateId' | 'version' | 'before'> & { flow: Flow; earlier: Flow };

function Body({ stateId, version, before, flow, earlier }: BodyProps) {
  const isHere = Object.hasOwn(flow.states, stateId);
  const states = isHere ? flow.states : earlier.states;
  const body = Object.hasOwn(states, stateId) ? states[stateId] : undefined;
  if (!body) return <Text size="sm">{texts.versions.inNeither}</Text>;
  return (
    <>
      <Group gap="xs">
        <Badge variant="light">{texts.pieces.version(isHere ? version : before!)}</Badge>
        <Text size="sm">{isHere ? texts.versions.readOnly : texts.versions.readOnlyGone(version)}</Text>
      </Group>
      {body.template && (
        <Paper withBorder p="md">
          <ContentMessageView content={body.template.contentMessage} />
        </Paper>
      )}
      <Json value={body} label={texts.pieces.asJson(stateId)} />
    </>
  );
}
