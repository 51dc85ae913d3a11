/**
 * The CPU time that a template may take of its thread: the thread itself stops one that takes more, and the thread that
 * started it kills it where it does not. And how it takes that time: in small pieces while others have turns.
 */
import { RECENT_MS } from './company.ts';
import { TemplateError } from './liquid.ts';
import { restUnlessWanted, type Signals, turnsIn } from './thread-signals.ts';

/** From microseconds. */
export const inMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

export const stopped = (reason: string) => new TemplateError('killed', `the template was stopped: ${reason}`);
export const overran = (budgetMs: number) => `it ran for more than ${budgetMs} ms`;

/** CPU milliseconds of a template between rests. Ordinary ones take less, and never rest. */
export const WORK_MS = 2;
/** How many times as long as the work a rest is. */
export const REST = 4;

/**
 * A check for `renderTemplate`: throws once this thread has been busy for so many milliseconds from now. Between two
 * parts of a long template the thread rests while other accounts have turns, unless one of them waits for it. However
 * low its priority, a thread that goes on keeps a processor for tens of milliseconds, while threads that wake up queue
 * for the other ones.
 */
export function limitTime(budgetMs: number, signals: Signals): (now: number) => void {
  const begun = process.threadCpuUsage();
  let hadMs = 0;
  let seen = turnsIn(signals);
  let othersAt = Number.NEGATIVE_INFINITY;
  let askAt = performance.now() + Math.min(WORK_MS, budgetMs);
  return (now) => {
    // It has had at most what passed.
    if (now < askAt) return;
    const busyMs = inMs(process.threadCpuUsage(begun));
    if (busyMs >= budgetMs) throw stopped(overran(budgetMs));
    const workedMs = busyMs - hadMs;
    if (workedMs >= WORK_MS) {
      const turns = turnsIn(signals);
      if (turns !== seen) othersAt = now;
      seen = turns;
      hadMs = busyMs;
      if (now - othersAt < RECENT_MS) restUnlessWanted(signals, REST * workedMs);
    }
    askAt = performance.now() + Math.min(WORK_MS - (busyMs - hadMs), budgetMs - busyMs);
  };
}
