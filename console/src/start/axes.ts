/** What is written at the axes of a chart. Pure. */
import type { Span } from '@model/overview.ts';
import { language } from '../texts/texts.ts';

/** The next of 1, 2, 4, 10, 20, 40 …: half of it is a whole number, except of 1. */
export function roundedUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return power * [1, 2, 4, 10].find((step) => step * power >= most)!;
}

const EVERY_MS: Record<Span, number> = { hour: 15 * 60_000, day: 6 * 3_600_000, week: 24 * 3_600_000 };

/** The steps whose time is written below the bars: where a quarter, six hours or a day begin, by the clock on the wall. */
export function labelled(from: readonly string[], span: Span): { index: number; text: string }[] {
  return from.flatMap((step, index) => {
    const before = from[index - 1];
    if (before === undefined || partOf(before, span) === partOf(step, span)) return [];
    return { index, text: span === 'week' ? weekday(step) : clock(step) };
  });
}

const partOf = (at: string, span: Span) => {
  const date = new Date(at);
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / EVERY_MS[span]);
};

export function timeOf(at: string, span: Span): string {
  return span === 'week' ? `${weekday(at)} ${clock(at)}` : clock(at);
}

const clock = (at: string) =>
  new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hour12: false });
const weekday = (at: string) => new Date(at).toLocaleDateString(language, { weekday: 'short' });
