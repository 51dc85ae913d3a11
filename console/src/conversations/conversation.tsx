/** One conversation: its turns, each with why the agent replied as it did, and where the user is. */
import { Grid } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { Loaded } from '../pieces/loaded.tsx';
import { useGet } from '../queries.ts';
import { TurnList } from '../trace/turn-list.tsx';
import { useTurns } from '../trace/use-turns.ts';
import { Where } from './where.tsx';

const LOOK_EVERY_MS = 2_000;

export function Conversation({ agentId, phoneNumber }: { agentId: string; phoneNumber: string }) {
  const { hash } = useLocation();
  const path = { agentId, phoneNumber };
  const conversation = useGet('/agents/{agentId}/conversations/{phoneNumber}', {
    params: { path, query: { limit: 1 } },
    everyMs: LOOK_EVERY_MS,
  });
  const newest = conversation.data && (conversation.data.turns[0]?.number ?? 0);
  const turns = useTurns(path, newest);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Loaded of={turns}>{(rows) => <TurnList agentId={agentId} turns={rows} meant={hash} older={turns} />}</Loaded>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Loaded of={conversation}>{(found) => <Where conversation={found} />}</Loaded>
      </Grid.Col>
    </Grid>
  );
}
