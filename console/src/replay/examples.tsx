/** Sessions that differ: what the recorded turn did, and beside it what it does now. */
import { Grid, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '#client';
import { LinkText } from '../links.tsx';
import { ContentMessageView } from '../rcs/content.tsx';
import { texts } from '../texts/texts.ts';

type Example = Schemas['Replay']['groups'][number]['examples'][number];

export function Examples({ agentId, examples }: { agentId: string; examples: Example[] }) {
  return examples.map(({ phoneNumber, turn, recorded, replayed }) => (
    <Stack
      key={`${phoneNumber} ${turn}`}
      gap="xs"
      component="article"
      aria-label={texts.replay.turn(phoneNumber, turn)}
    >
      <LinkText
        size="sm"
        underline="always"
        to="/agents/$agentId/conversations/{-$phoneNumber}"
        params={{ agentId, phoneNumber }}
        hash={`turn-${turn}`}
      >
        {texts.replay.turn(phoneNumber, turn)}
      </LinkText>
      <Grid>
        <Outcome title={texts.replay.recorded} outcome={recorded} />
        <Outcome title={texts.replay.replayed} outcome={replayed} />
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
        {reply === null ? <Text size="sm">{texts.replay.noMessage}</Text> : <ContentMessageView content={reply} />}
        <Text size="sm" c="dimmed">
          {state === null ? texts.replay.enteredNone : texts.replay.at(state)}
          {waits !== null && `; ${texts.replay.waits(waits)}`}
          {stopped !== null && `; ${texts.replay.stopped(stopped)}`}
        </Text>
      </Stack>
    </Grid.Col>
  );
}
