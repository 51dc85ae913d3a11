/**
 * Faults that only `npm run prove` and the proof's tests turn on: points at which the process kills itself or pauses,
 * and protections that are left out so that a check can be seen to fail. `proof/README.md` explains their purpose;
 * `config.ts` reads the settings that turn them on.
 */
import { writeSync } from 'node:fs';

/** Where a process can die or pause: each is between two steps of which only the first has happened. */
export const KILL_POINTS = [
  'after-append',
  'after-claim',
  'before-commit',
  'after-commit',
  'before-platform-call',
  'after-platform-call',
  'after-webhook-answer',
  'during-publish',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/** `fence`: an owner writes with the current owner's epoch. `seen`: repeats are not detected. */
export const PROTECTIONS = ['fence', 'seen'] as const;
export type Protection = (typeof PROTECTIONS)[number];

export type Faults = {
  /** Point → the probability, 0 to 1, that the process dies there. */
  killAt: Partial<Record<KillPoint, number>>;
  /** The same for a pause; nowhere if absent. */
  pauseAt?: Partial<Record<KillPoint, number>>;
  without: Protection | null;
  /** How fast the service's reckoning of the database's clock runs; 1 if absent. */
  clockRate?: number;
};

/** Long enough for another process on a busy machine to read a line and act on it. */
const PAUSE_MS = 300;

const nothing = () => {};

/** Does nothing unless the process was started with `PARLEY_TEST_KILL_AT` or `PARLEY_TEST_PAUSE_AT`. */
export let failpoint: (point: KillPoint) => void = nothing;

/** The protection that is left out; null unless the process was started with `PARLEY_TEST_WITHOUT`. */
export let without: Protection | null = null;

/** 1 unless the process was started with `PARLEY_TEST_CLOCK_RATE`. */
export let clockRate = 1;

/** Called once at the start, by `main.ts` and by tests. */
export function armFaults(faults: Faults): void {
  clockRate = faults.clockRate ?? 1;
  without = faults.without;
  const { killAt, pauseAt = {} } = faults;
  const isArmed = Object.keys({ ...killAt, ...pauseAt }).length > 0;
  failpoint = isArmed
    ? (point) => {
        if (Math.random() < (killAt[point] ?? 0)) die(point);
        if (Math.random() < (pauseAt[point] ?? 0)) pause(point);
      }
    : nothing;
}

/** Written synchronously, because nothing runs after it. */
function die(point: KillPoint): void {
  writeSync(process.stderr.fd, `process ${process.pid} dies at ${point}\n`);
  process.kill(process.pid, 'SIGKILL');
}

/** Blocks the whole process; the reader of its stderr meanwhile breaks what it will need next. */
function pause(point: KillPoint): void {
  writeSync(process.stderr.fd, `process ${process.pid} pauses at ${point}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}
