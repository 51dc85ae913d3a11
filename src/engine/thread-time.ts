/**
 * The CPU time that a template may take of its thread: the thread itself stops one that takes more, and the thread that
 * started it kills it where it does not.
 */
import { TemplateError } from './liquid.ts';

/** From microseconds. */
export const inMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

export const stopped = (reason: string) => new TemplateError('killed', `the template was stopped: ${reason}`);
export const overran = (budgetMs: number) => `it ran for more than ${budgetMs} ms`;

/** A check for `renderTemplate`: throws once this thread has been busy for so many milliseconds from now. */
export function limitTime(budgetMs: number): (now: number) => void {
  const begun = process.threadCpuUsage();
  let askAt = performance.now() + budgetMs;
  return (now) => {
    // It has had at most what passed.
    if (now < askAt) return;
    const busyMs = inMs(process.threadCpuUsage(begun));
    if (busyMs >= budgetMs) throw stopped(overran(budgetMs));
    askAt = now + budgetMs - busyMs;
  };
}
