/** Which faults happen when, drawn from the seed before the run begins. `faults.ts` plays them. */
import { KILL_POINTS, type KillPoint } from '../src/failpoints.ts';
import type { Options } from './options.ts';
import type { Random } from './random.ts';

export type Fault =
  /** SIGKILL of one process of one service. */
  | { kind: 'kill'; service: number; process: number }
  /** SIGSTOP, and SIGCONT when the lease has long expired. */
  | { kind: 'stall'; service: number; process: number; forMs: number }
  /** PostgreSQL stopped, and restarted after a pause. */
  | { kind: 'restart'; mode: 'fast' | 'immediate'; downMs: number }
  /** Every second, half of all connections terminated by the server. */
  | { kind: 'terminate'; forMs: number }
  | { kind: 'cut'; how: 'silent' | 'reset'; forMs: number }
  /** SIGKILL of all, and connections reset whenever a process has taken lanes and not read them yet. */
  | { kind: 'take-over'; forMs: number }
  /** The commit after the platform's answer is refused for phone numbers with this ending. */
  | { kind: 'refuse'; phoneNumberEnd: string; forMs: number };

type Planned = { atMs: number; fault: Fault };

export type Plan = {
  /** In order of time; apart from kills and refusals at most one at a time. */
  faults: Planned[];
  /** Ends the last fault. */
  durationMs: number;
};

/** Between two kills from outside; those at compiled-in points come on top. */
const KILL_EVERY_MS = [3_000, 8_000] as const;
/** Between the end of one large fault and the beginning of the next. */
const PAUSE_MS = [9_000, 15_000] as const;
const CUT_MS = 30_000;
const TERMINATE_MS = 8_000;
/** A start takes seconds on a busy machine, and a kill during one takes them again. */
const TAKE_OVER_MS = 12_000;
/** Between the starts of two, so that there is one in half a minute. */
const REFUSE_EVERY_MS = [8_000, 20_000] as const;
/** Longer than several attempts, and over before so many owners have died that a message looks like the cause. */
const REFUSE_MS = 5_000;
/** A process counts as dead 10 s after its last renewal, and is missed a third of that later. */
const STALL_MS = [13_000, 17_000] as const;
/**
 * In the control. The lane is taken over 7 to 13 s after the stop, and a look-up takes 7 to 9.5 s: so late, the next
 * owner is in the middle of the very turns that the first one had under way.
 */
const CONTROL_STALL_MS = 15_000;
const CONTROL_PAUSE_MS = 10_000;

/** The probability of dying at each point, so that each fires about three times a minute under the usual load. */
const PROBABILITIES: Record<KillPoint, number> = {
  'after-append': 0.001,
  'after-claim': 0.4,
  'before-commit': 0.001,
  'after-commit': 0.001,
  'before-platform-call': 0.0008,
  'after-platform-call': 0.0008,
  'after-webhook-answer': 0.0004,
  // The load publishes nothing: `publishing.ts` does, with a service of its own.
  'during-publish': 0,
};

export function drawPlan(options: Options, random: Random): Plan {
  const durationMs = options.minutes * 60_000;
  if (options.without === 'seen') return { faults: [], durationMs };
  if (options.without === 'fence') return { faults: stalls(options, random, durationMs), durationMs };
  const faults = [
    ...kills(options, random, durationMs),
    ...outages(options, random, durationMs),
    ...refusals(random.branch('refusals'), durationMs),
  ];
  return { faults: faults.sort((a, b) => a.atMs - b.atMs), durationMs };
}

function kills({ services, processes }: Options, random: Random, durationMs: number): Planned[] {
  const planned: Planned[] = [];
  for (let atMs = random.whole(...KILL_EVERY_MS); atMs < durationMs; atMs += random.whole(...KILL_EVERY_MS)) {
    planned.push({
      atMs,
      fault: { kind: 'kill', service: random.whole(0, services - 1), process: random.whole(0, processes) },
    });
  }
  return planned;
}

/** In rounds of all of them, each in another order, as many rounds as fit into the time. */
function outages({ services, processes }: Options, random: Random, durationMs: number): Planned[] {
  const round = (): Fault[] => [
    { kind: 'restart', mode: 'fast', downMs: 0 },
    { kind: 'restart', mode: 'immediate', downMs: 0 },
    { kind: 'restart', mode: random.pick(['fast', 'immediate']), downMs: random.whole(2_000, 6_000) },
    { kind: 'terminate', forMs: TERMINATE_MS },
    {
      kind: 'stall',
      service: random.whole(0, services - 1),
      process: random.whole(0, processes - 1),
      forMs: random.whole(...STALL_MS),
    },
    { kind: 'cut', how: random.pick(['silent', 'reset']), forMs: CUT_MS },
  ];
  const planned: Planned[] = [];
  const place = random.branch('take-over');
  let atMs = PAUSE_MS[0];
  while (atMs < durationMs) {
    const faults = random.shuffled(round());
    faults.splice(place.whole(0, faults.length), 0, { kind: 'take-over', forMs: TAKE_OVER_MS });
    for (const fault of faults) {
      const forMs = 'forMs' in fault ? fault.forMs : 0;
      if (atMs + forMs >= durationMs) continue;
      planned.push({ atMs, fault });
      atMs += forMs + random.whole(...PAUSE_MS);
    }
    atMs += PAUSE_MS[0];
  }
  return planned;
}

/** Of one phone in ten, alongside everything else. */
function refusals(random: Random, durationMs: number): Planned[] {
  const planned: Planned[] = [];
  let atMs = random.whole(...REFUSE_EVERY_MS);
  for (; atMs + REFUSE_MS < durationMs; atMs += random.whole(...REFUSE_EVERY_MS)) {
    const phoneNumberEnd = String(random.whole(0, 9));
    planned.push({ atMs, fault: { kind: 'refuse', phoneNumberEnd, forMs: REFUSE_MS } });
  }
  return planned;
}

function stalls({ services }: Options, random: Random, durationMs: number): Planned[] {
  const planned: Planned[] = [];
  let service = random.whole(0, services - 1);
  for (let atMs = CONTROL_PAUSE_MS; atMs < durationMs; atMs += CONTROL_STALL_MS + CONTROL_PAUSE_MS) {
    planned.push({ atMs, fault: { kind: 'stall', service, process: 0, forMs: CONTROL_STALL_MS } });
    service = (service + 1) % services;
  }
  return planned;
}

/** PARLEY_TEST_KILL_AT of a new process: two of three have one point at which they may die. */
export function drawKillAt(random: Random): string | null {
  if (random.next() < 1 / 3) return null;
  const point = random.pick(KILL_POINTS.filter((known) => PROBABILITIES[known] > 0));
  return `${point}:${PROBABILITIES[point]}`;
}
