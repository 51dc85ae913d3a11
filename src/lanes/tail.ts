/**
 * The owner's end of one lane: reads it in order and runs each conversation's items one at a time, different
 * conversations side by side. It holds a bounded window in memory; the rest waits in the database.
 */
import type { Logger } from '../log.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import { pause } from '../pause.ts';
import type { Sql } from '../store/database.ts';
import { countAttempt, countAttempts, failItem, listInboxItems } from '../store/lanes.ts';
import { listOutbox, type OutboxRow } from '../store/turns.ts';
import { LaneLost, type OwnedLane } from './lanes.ts';

/** What a lane's items are given to; from turns/. Both resolve after their last commit. */
export type LaneWork = {
  /** Runs the turn of an item. @throws LaneLost, or whatever went wrong: the item is then tried again. */
  process(item: InboxItem): Promise<void>;
  /** Hands over a message that an earlier owner had committed and not yet delivered. */
  resume(row: OutboxRow): Promise<void>;
};

export type Tail = {
  /** Items that this process has just appended, with the numbers that their group took. */
  push(base: number, size: number, items: InboxItem[]): void;
  /** There are items below `head` in the database, or soon will be none. */
  advance(head: number): void;
  /** Whether it has read what was there at the take-over. */
  hasRead(): boolean;
  /** Starts nothing new and resolves when what runs has ended. */
  drain(): Promise<void>;
  /** Items in memory. */
  size(): number;
};

/** Items of one lane in memory. */
const WINDOW = 1_000;
/** Items of one conversation in memory: a busy one must not fill the window for the others. */
const CONVERSATION_WINDOW = 50;
const READ_LIMIT = 500;

/** A turn that fails this often is set aside, so that its conversation goes on. Source: lanes.md, "Owner". */
const MAX_ATTEMPTS = 5;
/** From the second crash on an item is run alone, so that it takes no innocent one with it. */
const SUSPECT_ATTEMPTS = 2;
const RETRY_FIRST_MS = 200;
const RETRY_MAX_MS = 10_000;

type Conversation = {
  key: string;
  jobs: (() => Promise<void>)[];
  running: boolean;
  /** The first item that is left in the database because this conversation has too many in memory. */
  spilledFrom: number | null;
};

export function startTail(options: {
  sql: Sql;
  log: Logger;
  lane: OwnedLane;
  work: LaneWork;
  /** `lane_head.next_seq` at the take-over. */
  head: number;
  /** The owner before did not give the lane back: what it was doing may be what killed it. */
  crashed: boolean;
  /** Runs one function at a time in this process. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Something that waited is done. */
  moved: () => void;
  itemFailed: (item: InboxItem, cause: unknown) => void;
  itemSetAside: (item: InboxItem) => void;
}): Tail {
  const { sql, log, lane, work } = options;
  const conversations = new Map<string, Conversation>();
  let nextSeq = 0;
  let target = options.head;
  let inMemory = 0;
  let running = 0;
  let reading: Promise<void> | null = null;
  let hasRead = false;
  let draining = false;
  let drained = () => {};

  const stopped = () => draining || lane.signal.aborted;

  function conversationOf(key: string): Conversation {
    let conversation = conversations.get(key);
    if (!conversation) {
      conversation = { key, jobs: [], running: false, spilledFrom: null };
      conversations.set(key, conversation);
    }
    return conversation;
  }

  function enqueue(item: InboxItem, suspect = false): void {
    const conversation = conversationOf(`${item.agentId} ${item.phoneNumber}`);
    if (conversation.spilledFrom !== null) return;
    if (conversation.jobs.length >= CONVERSATION_WINDOW) {
      conversation.spilledFrom = item.seq;
      return;
    }
    add(conversation, () => (suspect ? options.alone(() => runSuspect(item)) : runItem(item)));
  }

  function add(conversation: Conversation, job: () => Promise<void>): void {
    conversation.jobs.push(job);
    inMemory += 1;
    if (!conversation.running) void run(conversation);
  }

  /** Runs a conversation's jobs one after the other until none is left. */
  async function run(conversation: Conversation): Promise<void> {
    conversation.running = true;
    running += 1;
    while (!stopped()) {
      const job = conversation.jobs.shift();
      if (job) {
        await job();
        inMemory -= 1;
        if (!lane.signal.aborted) options.moved();
        if (inMemory < WINDOW / 2 && nextSeq < target) read();
      } else if (conversation.spilledFrom !== null) {
        await guard(() => readSpilled(conversation, conversation.spilledFrom!));
      } else break;
    }
    running -= 1;
    conversation.running = false;
    if (conversation.jobs.length === 0 && conversation.spilledFrom === null) conversations.delete(conversation.key);
    if (draining && running === 0) drained();
  }

  /** Tries an item until it is done, set aside, or the lane is lost. */
  async function runItem(item: InboxItem): Promise<void> {
    let attempts = item.attempts;
    for (let pauseMs = RETRY_FIRST_MS; !stopped(); pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS)) {
      try {
        return await work.process(item);
      } catch (cause) {
        if (cause instanceof LaneLost || stopped()) return leave(cause);
        log.error({ err: cause, lane: lane.lane, seq: item.seq, kind: item.body.kind }, 'a turn failed');
        options.itemFailed(item, cause);
        const counted = await guard(() => countAttempt(sql, lane, item.seq));
        if (!counted) return;
        attempts = counted;
        if (attempts >= MAX_ATTEMPTS)
          return await setAside(item, `the turn failed ${attempts} times: ${message(cause)}`);
        await pause(pauseMs, lane.signal);
      }
    }
  }

  /** An item that two crashed owners were at: it is counted when it begins, so that only real beginnings count. */
  async function runSuspect(item: InboxItem): Promise<void> {
    if (stopped()) return;
    const attempts = await guard(() => countAttempt(sql, lane, item.seq));
    if (!attempts) return;
    if (attempts > MAX_ATTEMPTS)
      return await setAside(item, `the process died ${attempts - 1} times while its turn ran`);
    await runItem({ ...item, attempts });
  }

  async function setAside(item: InboxItem, reason: string): Promise<void> {
    log.error({ lane: lane.lane, seq: item.seq, kind: item.body.kind, reason }, 'an item was set aside');
    options.itemSetAside(item);
    await guard(() => failItem(sql, lane, item.seq, reason));
  }

  /** A job is left to the next owner: while nobody else is to be that, it must be us, from the beginning. */
  function leave(cause: unknown): void {
    if (!stopped()) lane.lose(cause);
  }

  /** A statement of the lane's own: when the database fails it, or the fence (null, false), the lane is lost and read anew. */
  async function guard<Result>(statement: () => Promise<Result>): Promise<Result | undefined> {
    try {
      const result = await statement();
      if (result === null || result === false) throw new LaneLost(lane.lane);
      return result;
    } catch (cause) {
      lane.lose(cause);
      return undefined;
    }
  }

  function read(): void {
    if (reading || stopped()) return;
    reading = guard(readWindow).then(() => {
      reading = null;
    });
  }

  async function readWindow(): Promise<void> {
    while (nextSeq < target && inMemory < WINDOW && !stopped()) {
      const { items, next } = await readFrom(nextSeq, READ_LIMIT);
      if (lane.signal.aborted) return;
      for (const item of items) enqueue(item);
      nextSeq = next;
    }
  }

  /**
   * Reads on, and says with which number the next read begins. Numbers below `target` as it was before the read are all
   * committed, so whatever is missing among them never comes; `target` may have grown since.
   */
  async function readFrom(seq: number, limit: number): Promise<{ items: InboxItem[]; next: number }> {
    const complete = target;
    const items = await listInboxItems(sql, lane.lane, { seq, limit });
    const behind = (items.at(-1)?.seq ?? seq - 1) + 1;
    return { items, next: items.length < limit ? Math.max(complete, behind) : behind };
  }

  async function readSpilled(conversation: Conversation, from: number): Promise<void> {
    const [agentId, phoneNumber] = conversation.key.split(' ') as [string, string];
    // Whatever lies at or above `nextSeq` comes by the ordinary way.
    const below = nextSeq;
    const items = await listInboxItems(sql, lane.lane, {
      seq: from,
      limit: CONVERSATION_WINDOW,
      conversation: { agentId, phoneNumber },
    });
    const spilled = items.filter(({ seq }) => seq < below);
    const more = spilled.length === CONVERSATION_WINDOW || nextSeq > below;
    conversation.spilledFrom = more ? (spilled.at(-1)?.seq ?? from - 1) + 1 : null;
    for (const item of spilled) add(conversation, () => runItem(item));
  }

  async function takeOver(): Promise<void> {
    for (let seq = 0; ; ) {
      const rows = await listOutbox(sql, lane.lane, { seq, limit: READ_LIMIT });
      for (const row of rows) add(conversationOf(`${row.agentId} ${row.phoneNumber}`), () => resume(row));
      if (rows.length < READ_LIMIT) break;
      seq = rows.at(-1)!.seq + 1;
    }
    if (options.crashed) await readSuspects();
    await readWindow();
    hasRead = true;
  }

  /** After a crash the oldest item of each conversation in the window may be what the dead owner died of. */
  async function readSuspects(): Promise<void> {
    const { items, next } = await readFrom(0, WINDOW);
    const oldest = new Map(items.toReversed().map((item) => [`${item.agentId} ${item.phoneNumber}`, item.seq]));
    const first = new Set(oldest.values());
    const isSuspect = (item: InboxItem) => first.has(item.seq) && item.attempts >= SUSPECT_ATTEMPTS;
    await countAttempts(
      sql,
      lane,
      items.filter((item) => first.has(item.seq) && !isSuspect(item)).map(({ seq }) => seq),
    );
    for (const item of items) enqueue(item, isSuspect(item));
    nextSeq = next;
  }

  async function resume(row: OutboxRow): Promise<void> {
    for (let pauseMs = RETRY_FIRST_MS; !stopped(); pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS)) {
      try {
        return await work.resume(row);
      } catch (cause) {
        if (cause instanceof LaneLost || stopped()) return leave(cause);
        log.error({ err: cause, lane: lane.lane, seq: row.seq }, 'a message could not be handed over');
        await pause(pauseMs, lane.signal);
      }
    }
  }

  reading = guard(takeOver).then(() => {
    reading = null;
    if (nextSeq < target) read();
  });

  return {
    push(base, size, items) {
      if (reading === null && base === nextSeq && inMemory < WINDOW && !stopped()) {
        nextSeq = base + size;
        target = Math.max(target, nextSeq);
        for (const item of items) enqueue(item);
      } else this.advance(base + size);
    },
    advance(head) {
      target = Math.max(target, head);
      if (nextSeq < target && inMemory < WINDOW) read();
    },
    async drain() {
      draining = true;
      await reading;
      if (running > 0) await new Promise<void>((resolve) => (drained = resolve));
    },
    hasRead: () => hasRead,
    size: () => inMemory,
  };
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
