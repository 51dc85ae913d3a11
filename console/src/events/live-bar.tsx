/** Above a list of events: whether it shows new ones as they come, a button that stops it, and the way back to new ones. */
import { Button, Group, Text } from '@mantine/core';
import { IconArrowUp, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Time } from '../pieces/time.tsx';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import css from './live-bar.module.css';
import type { Waiting } from './use-events.ts';
import type { Reading } from './use-reading.ts';

type Props = { reading: Reading; waiting: Waiting; beganAnewAt: number | null };

export function LiveBar({ reading, waiting, beganAnewAt }: Props) {
  const { isReading, isPaused, pause, goOn } = reading;
  return (
    <Group gap="sm" className={css.bar}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
        onClick={isPaused ? goOn : pause}
      >
        {isPaused ? texts.events.goOn : texts.events.pause}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isPaused ? texts.events.paused : isReading ? texts.events.atRest : texts.events.live}
      </Text>
      {waiting.count > 0 && (
        <Button size="compact-sm" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={goOn}>
          {texts.events.waiting(waiting.count, waiting.isMore)}
        </Button>
      )}
      {beganAnewAt !== null && (
        <Text size="sm" c="dimmed" role="status">
          {parts(texts.events.beganAnew, { when: <Time at={new Date(beganAnewAt).toISOString()} /> })}
        </Text>
      )}
    </Group>
  );
}
