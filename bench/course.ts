/** The course of a bench: its rounds one after the other, announced as they begin, and every breach in them. */
import { setTimeout as delay } from 'node:timers/promises';

export type Course = {
  signal: AbortSignal;
  say(line: string): void;
  /** Anything lost, doubled or refused, with the round; any breach fails the bench. */
  breaches: string[];
  round<Result extends { breaches: string[] }>(name: string, measure: () => Promise<Result>): Promise<Result>;
};

/** Between two rounds, so that one does not pay for pending writes of the one before. */
const SETTLE_MS = 1_000;

export function startCourse(say: (line: string) => void, signal: AbortSignal): Course {
  const breaches: string[] = [];
  return {
    signal,
    say,
    breaches,
    async round(name, measure) {
      await delay(SETTLE_MS, undefined, { signal });
      say(name);
      const result = await measure();
      breaches.push(...result.breaches.map((breach) => `${name}: ${breach}`));
      return result;
    },
  };
}

/** The median of several measurements. */
export function medianBy<Item>(items: readonly Item[], figure: (item: Item) => number): Item {
  return items.toSorted((a, b) => figure(a) - figure(b))[Math.floor(items.length / 2)]!;
}
