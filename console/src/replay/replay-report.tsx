/** A replay under way or over: how far it is, how many sessions differ and why, with the way to each example. */
import { Alert, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '#client';
import { api } from '../api.ts';
import { StateLink } from '../flow/state-link.tsx';
import { LinkText } from '../links.tsx';
import { notifyDone } from '../notify.ts';
import { Offered } from '../pieces/allowed.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange } from '../queries.ts';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { Examples } from './examples.tsx';

type Replay = Schemas['Replay'];

export const isOver = ({ status }: Replay) => status === 'done' || status === 'failed';

export function ReplayReport({ agentId, replay }: { agentId: string; replay: Replay }) {
  const { sessions: replayed, same, different, cannotSay, groups, reasons } = replay;
  return (
    <Stack>
      <Status agentId={agentId} replay={replay} />
      <Text role="status">
        {parts(isOver(replay) ? texts.replay.found(replayed) : texts.replay.foundSoFar(replayed), {
          same: <b>{texts.replay.same(same)}</b>,
          different: <b>{texts.replay.different(different)}</b>,
          cannotSay: <b>{texts.replay.cannotSay(cannotSay)}</b>,
        })}
      </Text>
      {isOver(replay) && replayed === 0 && <Text>{texts.replay.noneFromStart}</Text>}
      {groups.map((group) => (
        <Paper key={`${group.state} ${group.what}`} withBorder p="md" bg="var(--console-surface)" component="section">
          <Stack gap="sm">
            <Title order={2}>{texts.replay.groupOf(texts.replay.what[group.what], group.count)}</Title>
            <Text size="sm">
              {group.state === null
                ? texts.replay.noState
                : parts(texts.replay.atState, { state: <StateLink agentId={agentId} stateId={group.state} /> })}
            </Text>
            <Examples agentId={agentId} examples={group.examples} />
          </Stack>
        </Paper>
      ))}
      {reasons.length > 0 && <Reasons agentId={agentId} reasons={reasons} />}
    </Stack>
  );
}

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
          {parts(version === 'draft' ? texts.replay.runOfDraft : texts.replay.runOfVersion(version), {
            since: <Time at={since} />,
            begun: <Time at={createdAt} />,
          })}
        </Text>
        <Group gap="xs">
          {over && (
            <LinkText size="sm" underline="always" to={to} params={{ agentId, replayId: undefined }}>
              {texts.replay.another}
            </LinkText>
          )}
          <Offered to="deleteReplay">
            <ConfirmButton
              size="compact-sm"
              title={over ? texts.replay.askDelete : texts.replay.askCancel}
              consequence={texts.replay.effect}
              confirm={over ? texts.pieces.delete : texts.replay.cancel}
              onConfirm={async () => {
                await remove.mutateAsync(undefined);
                notifyDone(over ? texts.replay.deleted : texts.replay.cancelled);
                await navigate({ to, params: { agentId, replayId: undefined } });
              }}
            >
              {over ? texts.pieces.delete : texts.replay.cancel}
            </ConfirmButton>
          </Offered>
        </Group>
      </Group>
      {!over && (
        <Progress.Root size="lg">
          <Progress.Section value={limit > 0 ? (100 * replayed) / limit : 0} aria-label={texts.replay.progress} />
        </Progress.Root>
      )}
      {!over && <Text size="sm">{status === 'queued' ? texts.replay.queued : texts.replay.done(replayed, limit)}</Text>}
      {failure !== undefined && (
        <Alert color="red" title={texts.replay.failed}>
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
        <Title order={2}>{texts.replay.nobodyCanSay}</Title>
        {reasons.map(({ reason, count, example: { phoneNumber, turn } }) => (
          <Text key={reason} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {parts(texts.replay.reason(count), {
              reason,
              turn: (
                <LinkText
                  underline="always"
                  to="/agents/$agentId/conversations/{-$phoneNumber}"
                  params={{ agentId, phoneNumber }}
                  hash={`turn-${turn}`}
                >
                  {texts.replay.turn(phoneNumber, turn)}
                </LinkText>
              ),
            })}
          </Text>
        ))}
      </Stack>
    </Paper>
  );
}
