/**
 * Everything that happens later, in one heap with one timer: a message costs one small object, not one timer. Actions
 * are closures that check whether they still apply.
 */
import type { Clock } from './clock.ts';

export type Schedule = Disposable & {
  /** Runs `action` at `dueMs`, or in the event loop's next turn if that has passed. Equal times keep their order. */
  at(dueMs: number, action: () => void): void;
  /** Runs what is due by the clock, at once. Only for tests that set the clock. */
  runDue(): void;
};

type Item = { dueMs: number; sequence: number; action: () => void };

/** Node's timers have 32 bits; a later item is checked once a day until it is near. */
const MAX_TIMER_MS = 86_400_000;

export function createSchedule(clock: Clock): Schedule {
  const heap: Item[] = [];
  let sequence = 0;
  let timer: NodeJS.Timeout | undefined;
  let armedForMs = Number.POSITIVE_INFINITY;

  function arm() {
    const next = heap[0];
    if (!next || next.dueMs >= armedForMs) return;
    clearTimeout(timer);
    armedForMs = next.dueMs;
    timer = setTimeout(runDue, Math.min(Math.max(Math.ceil(next.dueMs - clock.now()), 0), MAX_TIMER_MS));
    timer.unref();
  }

  function runDue() {
    armedForMs = Number.POSITIVE_INFINITY;
    clearTimeout(timer);
    const nowMs = clock.now();
    for (let next = heap[0]; next && next.dueMs <= nowMs; next = heap[0]) {
      pop(heap);
      next.action();
    }
    arm();
  }

  return {
    at(dueMs, action) {
      push(heap, { dueMs, sequence: sequence++, action });
      arm();
    },
    runDue,
    [Symbol.dispose]() {
      clearTimeout(timer);
      heap.length = 0;
      armedForMs = Number.NEGATIVE_INFINITY;
    },
  };
}

const isBefore = (a: Item, b: Item) => a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.sequence < b.sequence);

function push(heap: Item[], item: Item) {
  let index = heap.length;
  heap.push(item);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(item, heap[parent]!)) break;
    heap[index] = heap[parent]!;
    index = parent;
  }
  heap[index] = item;
}

function pop(heap: Item[]) {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isBefore(heap[child]!, last)) break;
    heap[index] = heap[child]!;
    index = child;
  }
  heap[index] = last;
}
