/** Sessions that differ: what the recorded turn did, and beside it what it does now. */
import { Grid, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '#client';
import { LinkText } from '../links.tsx';
import { ContentMessageView } from '../rcs/content.tsx';

type Example = Schemas['Replay']['groups'][number]['examples'][number];

export function Examples({ agentId, examples }: { agentId: string; examples: Example[] }) {
  return examples.map(({ phoneNumber, turn, recorded, replayed }) => (
    <Stack key={`${phoneNumber} ${turn}`} gap="xs" component="article" aria-label={`${phoneNumber}, turn ${turn}`}>
      <LinkText
        size="sm"
        underline="always"
        to="/agents/$agentId/conversations/$phoneNumber"
        params={{ agentId, phoneNumber }}
        hash={`turn-${turn}`}
      >
        {phoneNumber}, turn {turn}
      </LinkText>
      <Grid>
        <Outcome title="Recorded" outcome={recorded} />
        <Outcome title="Replayed" outcome={replayed} />
      </Grid>
    </Stack>
  ));
}

function Outcome({ title, outcome }: { title: string; outcome: Example['recorded'] }) {
  const { reply, state, waits, stopped } = outcome;
  return (
    <Grid.Col span={{ base: 12, sm: 6 }}>
      <Stack gap={4}>
        <Title order={3}>{title}</Title>
        {reply === null ? <Text size="sm">No message</Text> : <ContentMessageView content={reply} />}
        <Text size="sm" c="dimmed">
          {state === null ? 'entered no state' : `at ${state}`}
          {waits !== null && `; ${waits} waits`}
          {stopped !== null && `; stopped: ${stopped}`}
        </Text>
      </Stack>
    </Grid.Col>
  );
}
