/**
 * A phone: the messages of one agent, what can be tapped and typed, and each message's status. The user's actions go to
 * the caller; without `onSay` the phone is read-only.
 */
import { ActionIcon, Menu, TextInput } from '@mantine/core';
import type { Identity } from '@model/identity.ts';
import {
  IconArrowLeft,
  IconCheck,
  IconChecks,
  IconClock,
  IconFile,
  IconMapPin,
  IconPlus,
  IconRosetteDiscountCheckFilled,
  IconSend,
  IconUserMinus,
  IconUserPlus,
} from '@tabler/icons-react';
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react';
import { language, texts } from '../texts/texts.ts';
import { ContentMessageView, type Tapped, UserContentView } from './content.tsx';
import css from './handset.module.css';
import { AgentInfo, AgentLogo } from './identity.tsx';
import { type Moment, moments, timeLine } from './moments.ts';

export type Bubble = {
  id: string;
  from: 'agent' | 'user';
  /** A content message, or a user's message. */
  content: unknown;
  /** ISO 8601. */
  at: string;
  /** Its status, in the words of the emulator or of the API. */
  status?: string | undefined;
  onClick?: (() => void) | undefined;
};

/** The actions of the phone's user, in the emulator's words. */
export type Said =
  | { text: string }
  | { suggestion: Tapped }
  | { location: { latitude: number; longitude: number } }
  | { file: { mimeType: string; fileSizeBytes: number; fileName: string; fileUri: string } };

type Actions = {
  onSay?: ((said: Said) => void) | undefined;
  onTyping?: (() => void) | undefined;
  onSubscribe?: ((isSubscribing: boolean) => void) | undefined;
  /** To the list of phones. */
  onBack?: (() => void) | undefined;
};

/** A fixed place: a phone in a browser need not reveal where it really is. */
const A_PLACE = { latitude: 52.520008, longitude: 13.404954 };
const A_FILE = {
  mimeType: 'image/jpeg',
  fileSizeBytes: 48_213,
  fileName: 'photo.jpg',
  fileUri: 'https://files.example.com/photo.jpg',
};
/** The platform's own interval between two signs of typing. */
const TYPING_PAUSE_MS = 5_000;

export function Handset(
  props: {
    title: string;
    identity?: Identity | undefined;
    phoneNumber: string;
    bubbles: readonly Bubble[];
    isAgentTyping?: boolean;
    note?: string | undefined;
  } & Actions,
) {
  const { title, identity, phoneNumber, bubbles, isAgentTyping = false, note, onSay, onBack } = props;
  const screen = useRef<HTMLDivElement>(null);
  const count = bubbles.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls into view
  useEffect(() => {
    // The screen alone: the page around it stays where it is.
    screen.current?.scrollTo({ top: screen.current.scrollHeight });
  }, [count, isAgentTyping]);
  const lastOfAgent = bubbles.findLast(({ from }) => from === 'agent');
  const isAnswered = bubbles.at(-1)?.from === 'user';
  const tap = onSay && ((suggestion: Tapped) => onSay({ suggestion }));

  return (
    <section className={css['phone']} aria-label={texts.rcs.phone(phoneNumber)}>
      <header>
        {onBack && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            radius="xl"
            aria-label={texts.rcs.allPhones}
            onClick={onBack}
          >
            <IconArrowLeft size={22} />
          </ActionIcon>
        )}
        <AgentLogo name={title} identity={identity} />
        <div>
          <strong>
            <span className={css['name']}>{title}</span>
            <IconRosetteDiscountCheckFilled
              className={css['verified']}
              size={18}
              role="img"
              aria-label={texts.rcs.verified}
            />
          </strong>
          <small>{phoneNumber}</small>
        </div>
        <AgentInfo identity={identity} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard */}
      <div ref={screen} className={css['screen']} role="log" aria-label={texts.pieces.messages} tabIndex={0}>
        {note !== undefined && <p className={css['note']}>{note}</p>}
        {moments(bubbles).map((moment) => (
          <Fragment key={moment.message.id}>
            {moment.opens && (
              <time className={css['note']} dateTime={moment.message.at}>
                {timeLine(moment.message.at, Date.now())}
              </time>
            )}
            <BubbleRow
              moment={moment}
              isNewest={moment.message === bubbles.at(-1)}
              hidesChips={moment.message !== lastOfAgent || isAnswered}
              onTap={moment.message === lastOfAgent ? tap : undefined}
            />
          </Fragment>
        ))}
        {isAgentTyping && (
          <p className={css['typing']} role="status">
            <i />
            <i />
            <i />
            <span>{texts.rcs.typing}</span>
          </p>
        )}
      </div>
      {onSay && <Composer {...props} onSay={onSay} />}
    </section>
  );
}

type RowProps = {
  moment: Moment<Bubble>;
  isNewest: boolean;
  hidesChips: boolean;
  onTap: ((tapped: Tapped) => void) | undefined;
};

function BubbleRow({ moment, isNewest, hidesChips, onTap }: RowProps) {
  const { message, isFirst, isLast } = moment;
  const { from, content, at, status = '', onClick } = message;
  // RCS shows the chips of the last message alone; those of cards stay.
  const shown = hidesChips && from === 'agent' ? withoutChips(content) : content;
  const isTold = isLast || UNUSUAL.has(status);
  return (
    <div className={css['row']} data-from={from} data-status={status} data-first={isFirst} data-last={isLast}>
      {from === 'agent' ? <ContentMessageView content={shown} onTap={onTap} /> : <UserContentView content={shown} />}
      {(isTold || onClick) && (
        <small className={css['meta']}>
          {isTold && <time dateTime={at}>{timeOf(at)}</time>}
          {isTold && status !== '' && <Ticks status={status} inWords={isNewest || UNUSUAL.has(status)} />}
          {onClick && (
            <button type="button" onClick={onClick}>
              {texts.rcs.why}
            </button>
          )}
        </small>
      )}
    </div>
  );
}

const timeOf = (at: string) => new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' });

function withoutChips(content: unknown): unknown {
  return typeof content === 'object' && content !== null ? { ...content, suggestions: undefined } : content;
}

const TICKS: Record<string, React.ReactNode> = {
  QUEUED: <IconClock size={14} aria-hidden />,
  ENQUEUED: <IconClock size={14} aria-hidden />,
  ACCEPTED: <IconCheck size={14} aria-hidden />,
  SENT: <IconCheck size={14} aria-hidden />,
  DELIVERED: <IconChecks size={14} aria-hidden />,
  READ: <IconChecks size={14} stroke={3} aria-hidden className={css['read']} />,
};

const STATUSES: Record<string, string> = texts.rcs.status;

/** What a reader must not miss, wherever it stands in a run. */
const UNUSUAL = new Set(['NOT_SENT', 'FAILED', 'REVOKED', 'EXPIRED', 'DROPPED', 'QUEUED', 'ENQUEUED']);

/** The newest message says its status in words, as phones do; the others have the ticks alone. */
function Ticks({ status, inWords }: { status: string; inWords: boolean }) {
  const says = STATUSES[status] ?? status.toLowerCase().replace('_', ' ');
  return (
    <span title={says}>
      {TICKS[status]}
      <span className={inWords ? undefined : 'visually-hidden'}>{says}</span>
    </span>
  );
}

function Composer({ onSay, onTyping, onSubscribe }: Actions & { onSay: (said: Said) => void }) {
  const [text, setText] = useState('');
  const typedAt = useRef(Number.NEGATIVE_INFINITY);

  function type(value: string): void {
    setText(value);
    if (performance.now() - typedAt.current < TYPING_PAUSE_MS) return;
    typedAt.current = performance.now();
    onTyping?.();
  }

  function say(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() === '') return;
    onSay({ text });
    setText('');
  }

  return (
    <form className={css['composer']} onSubmit={say}>
      <Menu position="top-start">
        <Menu.Target>
          <ActionIcon variant="subtle" size="lg" aria-label={texts.rcs.moreToSend}>
            <IconPlus size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconMapPin size={16} />} onClick={() => onSay({ location: A_PLACE })}>
            {texts.rcs.shareLocation}
          </Menu.Item>
          <Menu.Item leftSection={<IconFile size={16} />} onClick={() => onSay({ file: A_FILE })}>
            {texts.rcs.sendFile}
          </Menu.Item>
          {onSubscribe && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<IconUserPlus size={16} />} onClick={() => onSubscribe(true)}>
                {texts.rcs.subscribe}
              </Menu.Item>
              <Menu.Item leftSection={<IconUserMinus size={16} />} onClick={() => onSubscribe(false)}>
                {texts.rcs.unsubscribe}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <TextInput
        flex={1}
        radius="xl"
        size="md"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        placeholder={texts.rcs.writeAsUser}
        aria-label={texts.rcs.writeAsUser}
        maxLength={3000}
      />
      <ActionIcon type="submit" size={42} radius="xl" aria-label={texts.pieces.send} disabled={text.trim() === ''}>
        <IconSend size={18} />
      </ActionIcon>
    </form>
  );
}
