/** A long list of events: only the rows in view exist, and the next page is requested before the end is reached. */
import { Text } from '@mantine/core';
import type { ForwardedEvent } from '@model/forwarded-event.ts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { type Choice, EventRow } from '../pieces/event-row.tsx';
import { texts } from '../texts/texts.ts';

/** Of a closed row, in pixels; an open one is measured. */
const ROW_HEIGHT = 54;
const OVERSCAN = 8;
/** Rows before the end at which the next page is requested. */
const AHEAD = 40;

type More = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** `onOpen`: a row was opened; what it returns is called once the row is closed, or gone. */
type Props = {
  agentId: string;
  events: ForwardedEvent[];
  more: More;
  endpointId?: string | undefined;
  choice?: Choice;
  onOpen?: () => () => void;
};

export function EventList({ agentId, events, more, endpointId, choice, onOpen }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const virtual = useWindowVirtualizer({
    count: events.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => events[index]!.eventId,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = more;
  useEffect(() => {
    if (last >= events.length - AHEAD && hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [last, events.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  return (
    <>
      <ul
        ref={list}
        aria-label={texts.shell.events}
        style={{ position: 'relative', height: virtual.getTotalSize(), margin: 0, padding: 0, listStyle: 'none' }}
      >
        {items.map(({ index, key, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            style={{
              position: 'absolute',
              inset: '0 0 auto 0',
              paddingBottom: 8,
              transform: `translateY(${start - top}px)`,
            }}
          >
            <EventRow
              agentId={agentId}
              event={events[index]!}
              endpointId={endpointId}
              {...(choice && { choice })}
              {...(onOpen && { onOpen })}
            />
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" role="status">
        {isFetchingNextPage ? texts.events.loadingMore : hasNextPage ? '' : texts.events.allShown(events.length)}
      </Text>
    </>
  );
}
