/** How a phone groups messages: a line with the day or the time between them, and runs of one sender. */
import { language } from '../texts/texts.ts';

export type Moment<Message> = {
  message: Message;
  /** A new day, or an hour of silence, before it. */
  opens: boolean;
  /** The first, and the last, of a run. */
  isFirst: boolean;
  isLast: boolean;
};

const SILENCE_MS = 3_600_000;
/** Messages of one sender that are further apart are not one run. */
const RUN_MS = 300_000;

/** @param messages oldest first; `at` is ISO 8601 */
export function moments<Message extends { from: string; at: string }>(messages: readonly Message[]): Moment<Message>[] {
  const opens = messages.map((message, index) => isNewTime(messages[index - 1], message));
  const starts = messages.map((message, index) => opens[index]! || !isSameRun(messages[index - 1], message));
  return messages.map((message, index) => ({
    message,
    opens: opens[index]!,
    isFirst: starts[index]!,
    isLast: starts[index + 1] ?? true,
  }));
}

type Dated = { from: string; at: string };

function isNewTime(before: Dated | undefined, { at }: Dated): boolean {
  if (!before) return true;
  const [then, now] = [new Date(before.at), new Date(at)];
  return then.toDateString() !== now.toDateString() || now.getTime() - then.getTime() >= SILENCE_MS;
}

function isSameRun(before: Dated | undefined, { from, at }: Dated): boolean {
  return before?.from === from && Date.parse(at) - Date.parse(before.at) < RUN_MS;
}

const DAY_MS = 86_400_000;

/** "Today 14:05", "Yesterday 09:30", "Mon, Nov 16, 09:30": as the reader's own clock and calendar say it. */
export function timeLine(at: string, nowMs: number, locale: string = language): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  // Rounded: a day on which the clocks change is not 24 hours long.
  const daysAgo = Math.round((new Date(nowMs).setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / DAY_MS);
  if (daysAgo < 0 || daysAgo > 1) {
    return `${date.toLocaleDateString(locale, { weekday: 'short', month: 'short', day: 'numeric' })}, ${time}`;
  }
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-daysAgo, 'day');
  return `${day.slice(0, 1).toLocaleUpperCase(locale)}${day.slice(1)} ${time}`;
}
