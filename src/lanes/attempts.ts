/**
 * Retries one task of a lane until it is done, is a dead letter, or the lane has another owner. Failures that can pass
 * (the database, a disk, another service) are retried for hours and hold up their own conversation; others become dead
 * letters after a few attempts, so that the conversation goes on.
 */
import { type Backoff, nextPauseMs } from '../backoff.ts';
import { RemoteFailure } from '../errors.ts';
import type { Logger } from '../log.ts';
import { pause } from '../pause.ts';
import { isPassing } from '../store/database.ts';
import { countAttempt, moveToDeadLetters, type Source } from '../store/lanes.ts';
import type { Sql } from '../store/sql.ts';
import { type Traced, traceIdOf } from '../traced.ts';
import { LaneLost, type OwnedLane, orLose } from './lanes.ts';

/** For failures that cannot pass; crashes of the process are counted separately. */
const MAX_ATTEMPTS = 5;
/**
 * Processes that may die of one task. A death proves less than an error: somebody who kills one process every few
 * seconds strikes five times in a row during the same message once in a hundred thousand messages.
 * Source: docs/decisions/0011-deaths-prove-less-than-errors.md.
 */
const MAX_DEATHS = 10;
/** From the second crash on it runs alone, so that it does not take others down with it. */
export const SUSPECT_ATTEMPTS = 2;
const RETRY: Backoff = { firstMs: 200, maxMs: 60_000 };
/** Longer than any outage that somebody is paid to end. Counted by one owner; the next one starts over. */
const PASSING_PATIENCE_MS = 24 * 3600 * 1000;

/** An inbox item whose turn is due, or a message of the outbox that has to reach the platform. */
export type Piece = Traced & { source: Source; seq: number; kind: string; attempts: number };

/** The name of a task in the failure reason. */
const CALLED: Record<Source, string> = { inbox: 'the turn', outbox: 'the dispatch' };

export type Attempts = {
  /** Resolves with the work's result; undefined when it became a dead letter or is left to the next owner. */
  until<Result>(piece: Piece, work: () => Promise<Result>): Promise<Result | undefined>;
  /** The same for tasks during which two owners crashed: counted when it begins, so that only actual starts count. */
  untilAlone<Result>(piece: Piece, work: () => Promise<Result>): Promise<Result | undefined>;
};

export function createAttempts(options: {
  sql: Sql;
  log: Logger;
  lane: OwnedLane;
  stopped: () => boolean;
  /** Runs one function at a time in this process. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  failed: () => void;
  deadLettered: () => void;
  /** The pauses, and how many milliseconds failures that can pass are retried; tests shorten them. */
  retry?: Backoff;
  passingPatienceMs?: number;
}): Attempts {
  const { sql, log, lane, stopped } = options;
  const { retry = RETRY, passingPatienceMs = PASSING_PATIENCE_MS } = options;

  async function until<Result>(piece: Piece, work: () => Promise<Result>): Promise<Result | undefined> {
    const { source, seq, kind, traceparent } = piece;
    const begunAt = performance.now();
    for (let pauseMs = retry.firstMs; !stopped(); pauseMs = nextPauseMs(pauseMs, retry)) {
      try {
        return await work();
      } catch (cause) {
        if (cause instanceof LaneLost || stopped()) return leave(cause);
        log.error(
          { err: cause, lane: lane.lane, seq, kind, ...traceIdOf(traceparent) },
          source === 'inbox' ? 'a turn failed' : 'a message failed',
        );
        options.failed();
        if (canPass(cause)) {
          if (performance.now() - begunAt > passingPatienceMs)
            return await giveUp(
              piece,
              `${CALLED[source]} failed for ${Math.round(passingPatienceMs / 3_600_000)} hours: ${text(cause)}`,
            );
        } else {
          const attempts = await orLose(lane, () => countAttempt(sql, lane, source, seq));
          if (!attempts) return undefined;
          if (attempts >= MAX_ATTEMPTS)
            return await giveUp(piece, `${CALLED[source]} failed ${attempts} times: ${text(cause)}`);
        }
        await pause(pauseMs, lane.signal);
      }
    }
    return undefined;
  }

  async function begin<Result>(piece: Piece, work: () => Promise<Result>): Promise<Result | undefined> {
    if (stopped()) return undefined;
    const attempts = await orLose(lane, () => countAttempt(sql, lane, piece.source, piece.seq));
    if (!attempts) return undefined;
    if (attempts > MAX_DEATHS)
      return await giveUp(piece, `the process died ${attempts - 1} times while ${CALLED[piece.source]} ran`);
    return await until(piece, work);
  }

  async function giveUp({ source, seq, kind }: Piece, reason: string): Promise<undefined> {
    log.error({ lane: lane.lane, seq, kind, reason }, 'an item became a dead letter');
    options.deadLettered();
    await orLose(lane, () => moveToDeadLetters(sql, lane, source, seq, reason));
  }

  /** Unless the lane is going anyway, loses it: the next owner, perhaps this process, starts over. */
  function leave(cause: unknown): undefined {
    if (!stopped()) lane.lose(cause);
  }

  return { until, untilAlone: (piece, work) => options.alone(() => begin(piece, work)) };
}

function canPass(cause: unknown): boolean {
  return cause instanceof RemoteFailure ? cause.retry : isPassing(cause);
}

function text(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
