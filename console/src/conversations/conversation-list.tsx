/** The conversations of an agent beside the one that is open; the arrow keys go from one to the next. */
import { Stack } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import type { Schemas } from '#client';
import { LinkItem } from '../links.tsx';
import { Time } from '../pieces/time.tsx';
import { texts } from '../texts/texts.ts';
import css from './conversation-list.module.css';

type Props = { agentId: string; rows: readonly Schemas['ConversationSummary'][]; selected: string | undefined };

export function ConversationList({ agentId, rows, selected }: Props) {
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const next = links[links.indexOf(document.activeElement as HTMLAnchorElement) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <Stack
      component="nav"
      className={css['list']}
      ref={list}
      gap={2}
      aria-label={texts.shell.conversations}
      onKeyDown={move}
    >
      {rows.map((conversation) => (
        <LinkItem
          key={conversation.phoneNumber}
          to="/agents/$agentId/conversations/{-$phoneNumber}"
          params={{ agentId, phoneNumber: conversation.phoneNumber }}
          search={true}
          active={conversation.phoneNumber === selected}
          label={conversation.phoneNumber}
          description={
            <>
              <Said last={conversation.lastMessage} />
              {whereabouts(conversation)} · <Time at={conversation.updatedAt} />
            </>
          }
        />
      ))}
    </Stack>
  );
}

/** What was said last, in one line. */
function Said({ last }: { last: Schemas['ConversationSummary']['lastMessage'] }) {
  if (!last?.text) return null;
  return (
    <span className={css['said']}>
      {last.direction === 'IN' && `${texts.trace.userSaid} `}
      {last.text}
    </span>
  );
}

function whereabouts({ unsubscribed, awaitingStateId, stateId }: Schemas['ConversationSummary']): string {
  if (unsubscribed) return texts.trace.unsubscribed;
  if (awaitingStateId !== null) return texts.trace.waits(awaitingStateId);
  return stateId ?? texts.trace.notSent;
}
