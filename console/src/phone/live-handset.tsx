/** An emulated phone, live: its transcript as it changes, and its user's actions. */

import { Alert } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, pathOf } from '../api.ts';
import { useChange } from '../queries.ts';
import { type Bubble, Handset, type Said } from '../rcs/handset.tsx';
import { useMay } from '../session.ts';
import { useStream } from '../stream.ts';
import { texts } from '../texts/texts.ts';

/** A message on the phone, as the emulator sends it. */
type Entry = {
  sequence: number;
  direction: 'OUTBOUND' | 'INBOUND';
  messageId: string;
  agentId: string;
  state: string;
  contentMessage?: unknown;
  acceptedAt: string;
};

const NAMES = ['entry', 'typing', 'handset'] as const;
/** The platform shows that an agent types for this long, or until its message comes. */
const TYPING_MS = 8_000;
/** As many as the emulator keeps. */
const MAX_ENTRIES = 500;

/** The agent's id at the platform. */
function platformIdOf({ agentId, config }: Agent): string {
  return (config.platformAgentId ?? agentId).replace(/@rbm\.goog$/, '');
}

type Props = { agent: Agent; phoneNumber: string; onBack?: () => void };

export function LiveHandset({ agent, phoneNumber, onBack }: Props) {
  const navigate = useNavigate();
  const platformId = platformIdOf(agent);
  const [entries, setEntries] = useState<ReadonlyMap<number, Entry>>(new Map());
  const [typingAt, setTypingAt] = useState<number | null>(null);
  const base = pathOf`/emulator/handsets/${phoneNumber}`;

  const status = useStream(`${base}/stream`, NAMES, ({ name, data }) => {
    if (name === 'typing' && (data as { agentId: string }).agentId === platformId) setTypingAt(Date.now());
    if (name !== 'entry') return;
    const entry = data as Entry;
    if (entry.agentId !== platformId) return;
    if (entry.direction === 'OUTBOUND') setTypingAt(null);
    setEntries((before) => new Map([...before, [entry.sequence, entry] as const].slice(-MAX_ENTRIES)));
  });

  useEffect(() => {
    if (typingAt === null) return;
    const timer = setTimeout(() => setTypingAt(null), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typingAt]);

  // Who may not send messages may not write them as a user either.
  const mayWrite = useMay('sendState');
  const say = useChange(
    (said: Said) => api.call('post', `${base}/messages`, { body: { agentId: platformId, ...said } }),
    {
      refreshes: [],
    },
  );
  const tell = useChange(
    (eventType: string) => api.call('post', `${base}/events`, { body: { agentId: platformId, eventType } }),
    {
      refreshes: [],
    },
  );

  const bubbles = [...entries.values()].sort((a, b) => a.sequence - b.sequence).flatMap(bubbleOf);
  return (
    <>
      {status === 'lost' && (
        <Alert color="yellow" title={texts.phone.disconnected}>
          {texts.phone.reconnecting}
        </Alert>
      )}
      <Handset
        title={agent.name}
        identity={agent.config.identity}
        phoneNumber={phoneNumber}
        onBack={onBack}
        bubbles={bubbles.map((bubble) => ({
          ...bubble,
          ...(bubble.from === 'agent' && {
            onClick: () =>
              void navigate({
                to: '/agents/$agentId/conversations/{-$phoneNumber}',
                params: { agentId: agent.agentId, phoneNumber },
                hash: bubble.id,
              }),
          }),
        }))}
        isAgentTyping={typingAt !== null}
        note={bubbles.length === 0 ? texts.phone.writeFirst : undefined}
        {...(mayWrite && {
          onSay: (said: Said) => say.mutate(said),
          onTyping: () => tell.mutate('IS_TYPING'),
          onSubscribe: (isSubscribing: boolean) => tell.mutate(isSubscribing ? 'SUBSCRIBE' : 'UNSUBSCRIBE'),
        })}
      />
    </>
  );
}

/** A phone shows only delivered messages. */
function bubbleOf(entry: Entry): Bubble[] {
  const { messageId: id, acceptedAt: at, state, direction, contentMessage } = entry;
  if (direction === 'INBOUND') return [{ id, from: 'user', content: entry, at, status: state }];
  if (state === 'ACCEPTED' || state === 'QUEUED') return [];
  return [{ id, from: 'agent', content: contentMessage, at, status: state }];
}
