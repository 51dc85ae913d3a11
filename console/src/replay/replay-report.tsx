/** A replay under way or over: how far it is, how many sessions differ and why, with the way to each example. */
import { Alert, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '#client';
import { api } from '../api.ts';
import { StateLink } from '../flow/state-link.tsx';
import { LinkText } from '../links.tsx';
import { notifyDone } from '../notify.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange } from '../queries.ts';
import { Examples } from './examples.tsx';

type Replay = Schemas['Replay'];

export const isOver = ({ status }: Replay) => status === 'done' || status === 'failed';

const number = (count: number) => count.toLocaleString('en');
const sessions = (count: number) => `${number(count)} ${count === 1 ? 'session' : 'sessions'}`;

export function ReplayReport({ agentId, replay }: { agentId: string; replay: Replay }) {
  const { sessions: replayed, same, different, cannotSay, groups, reasons } = replay;
  return (
    <Stack>
      <Status agentId={agentId} replay={replay} />
      <Text role="status">
        {isOver(replay) ? '' : 'So far, '}
        {sessions(replayed)}: <b>{number(same)} the same</b>, <b>{number(different)} different</b>,{' '}
        <b>{number(cannotSay)} of which nobody can say</b>.
      </Text>
      {isOver(replay) && replayed === 0 && <Text>No session that began in this time is recorded from its start.</Text>}
      {groups.map((group) => (
        <Paper key={`${group.state} ${group.what}`} withBorder p="md" bg="var(--console-surface)" component="section">
          <Stack gap="sm">
            <Title order={2}>
              {WHATS[group.what]} in {sessions(group.count)}
            </Title>
            <Text size="sm">
              {group.state === null ? (
                'The recorded turn entered no state.'
              ) : (
                <>
                  At the state <StateLink agentId={agentId} stateId={group.state} />.
                </>
              )}
            </Text>
            <Examples agentId={agentId} examples={group.examples} />
          </Stack>
        </Paper>
      ))}
      {reasons.length > 0 && <Reasons agentId={agentId} reasons={reasons} />}
    </Stack>
  );
}

const WHATS: Record<Replay['groups'][number]['what'], string> = {
  message: 'Another message',
  waits: 'Another wait',
  stop: 'Another stop',
};

function Status({ agentId, replay }: { agentId: string; replay: Replay }) {
  const { replayId, version = 'draft', since, limit = 0, status, failure, sessions: replayed, createdAt } = replay;
  const navigate = useNavigate();
  const remove = useChange(
    () => api.DELETE('/agents/{agentId}/replays/{replayId}', { params: { path: { agentId, replayId } } }),
    { refreshes: [] },
  );
  const over = isOver(replay);
  const to = '/agents/$agentId/replay/{-$replayId}';
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm">
          Conversations since <Time at={since} /> on {version === 'draft' ? 'the draft' : `version ${version}`}, begun{' '}
          <Time at={createdAt} />
        </Text>
        <Group gap="xs">
          {over && (
            <LinkText size="sm" underline="always" to={to} params={{ agentId, replayId: undefined }}>
              Another replay
            </LinkText>
          )}
          <ConfirmButton
            size="compact-sm"
            title={over ? 'Delete this report?' : 'Cancel this replay?'}
            consequence="What it has found is deleted; conversations and the flow stay as they are."
            confirm={over ? 'Delete' : 'Cancel the replay'}
            onConfirm={async () => {
              await remove.mutateAsync(undefined);
              notifyDone(over ? 'The report was deleted.' : 'The replay was cancelled.');
              await navigate({ to, params: { agentId, replayId: undefined } });
            }}
          >
            {over ? 'Delete' : 'Cancel the replay'}
          </ConfirmButton>
        </Group>
      </Group>
      {!over && (
        <Progress.Root size="lg">
          <Progress.Section value={limit > 0 ? (100 * replayed) / limit : 0} aria-label="Sessions replayed" />
        </Progress.Root>
      )}
      {!over && (
        <Text size="sm">
          {status === 'queued' ? 'It waits for its turn.' : `${number(replayed)} of at most ${number(limit)} sessions.`}
        </Text>
      )}
      {failure !== undefined && (
        <Alert color="red" title="The replay failed">
          {failure}
        </Alert>
      )}
    </Stack>
  );
}

function Reasons({ agentId, reasons }: { agentId: string; reasons: Replay['reasons'] }) {
  return (
    <Paper withBorder p="md" bg="var(--console-surface)" component="section">
      <Stack gap="sm">
        <Title order={2}>Nobody can say</Title>
        {reasons.map(({ reason, count, example: { phoneNumber, turn } }) => (
          <Text key={reason} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {sessions(count)}: {reason}; for example{' '}
            <LinkText
              underline="always"
              to="/agents/$agentId/conversations/$phoneNumber"
              params={{ agentId, phoneNumber }}
              hash={`turn-${turn}`}
            >
              {phoneNumber}, turn {turn}
            </LinkText>
          </Text>
        ))}
      </Stack>
    </Paper>
  );
}
