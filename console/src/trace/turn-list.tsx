/**
 * The turns of a conversation as one reads them: the newest in sight, older ones above it, which come as one scrolls up.
 * What is being read stays in place when turns are added at either end.
 */
import { Stack } from '@mantine/core';
import type { TurnRecord } from '@model/conversation.ts';
import { useLayoutEffect, useRef } from 'react';
import { MoreButton } from '../pieces/more-button.tsx';
import { texts } from '../texts/texts.ts';
import { TurnCard } from './turn-card.tsx';
import css from './turn-list.module.css';

/** In pixels: nearer to an end than this counts as being there. */
const NEAR = 80;

type More = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** `meant`: the fragment of the address: a message's id, or `turn-` and a number. */
type Props = { agentId: string; turns: TurnRecord[]; meant: string; older: More };

export function TurnList({ agentId, turns, meant, older }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(meant === '');
  const first = useRef(turns[0]?.number);
  const oldest = turns[0]?.number ?? 0;
  const newest = turns.at(-1)?.number ?? 0;

  useLayoutEffect(() => {
    const inside = cards.current?.children;
    const before = inside?.[(first.current ?? oldest) - oldest];
    if (box.current && inside?.[0] && before) {
      box.current.scrollTop += before.getBoundingClientRect().top - inside[0].getBoundingClientRect().top;
    }
    first.current = oldest;
  }, [oldest]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is a newer turn that moves the end
  useLayoutEffect(() => {
    if (isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [newest]);

  function onScroll({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: React.UIEvent): void {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
    if (scrollTop < NEAR && older.hasNextPage && !older.isFetchingNextPage) older.fetchNextPage();
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has only a keyboard scrolls it
    <div ref={box} className={css.turns} role="log" aria-label={texts.trace.turns} tabIndex={0} onScroll={onScroll}>
      <Stack>
        <MoreButton of={older} />
        <Stack ref={cards}>
          {turns.map((turn) => (
            <TurnCard
              key={turn.number}
              agentId={agentId}
              turn={turn}
              isMeant={meant !== '' && (turn.messageId === meant || meant === `turn-${turn.number}`)}
            />
          ))}
        </Stack>
      </Stack>
    </div>
  );
}
