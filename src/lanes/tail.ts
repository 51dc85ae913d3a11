/**
 * The owner's end of one lane: reads it in order and runs each conversation's items one at a time, different
 * conversations side by side. What it holds in memory is bounded and shared out (`window.ts`); the rest waits in the
 * database.
 */
import type { Logger } from '../log.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import type { Sql } from '../store/database.ts';
import { listInboxItems } from '../store/inbox.ts';
import { countAttempts } from '../store/lanes.ts';
import { listOutbox, type OutgoingMessage } from '../store/turns.ts';
import { createAttempts, guard, type Piece, SUSPECT_ATTEMPTS } from './attempts.ts';
import type { OwnedLane } from './lanes.ts';
import {
  type Agent,
  CONVERSATION_WINDOW,
  type Conversation,
  type Job,
  WINDOW,
  WINDOW_BYTES,
  Window,
} from './window.ts';

/** What a lane's items are given to; from turns/. Both resolve after their commit. */
export type LaneWork = {
  /** Runs the turn of an item. Resolves with the message that it made. @throws LaneLost, or whatever went wrong */
  process(item: InboxItem): Promise<OutgoingMessage | null>;
  /** Hands a committed message over to the platform. `behind` are the items that wait for it. @throws as `process` */
  dispatch(message: OutgoingMessage, behind: () => InboxItem[]): Promise<void>;
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

const READ_LIMIT = 500;
/** Of the items' bodies: many reads of the common item are shorter, and one item may be as long. */
const READ_BYTES = 1024 * 1024;

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
  failed: () => void;
  wasSetAside: () => void;
}): Tail {
  const { sql, lane, work, crashed } = options;
  const window = new Window();
  let nextSeq = 0;
  let target = options.head;
  let running = 0;
  let reading: Promise<void> | null = null;
  /** While the items from `nextSeq` on are being read, which must not be overtaken by those that are pushed. */
  let readingAhead = false;
  let hasRead = false;
  let draining = false;
  let drained = () => {};

  const stopped = () => draining || lane.signal.aborted;
  const attempts = createAttempts({ ...options, stopped });

  function enqueue(item: InboxItem): void {
    const conversation = window.take(item, jobOf(item));
    if (conversation) start(conversation);
  }

  function add(conversation: Conversation, job: Job): void {
    start(window.add(conversation, job));
  }

  function start(conversation: Conversation): void {
    if (!conversation.running) void run(conversation);
  }

  /** Runs a conversation's jobs one after the other until none is left. */
  async function run(conversation: Conversation): Promise<void> {
    conversation.running = true;
    running += 1;
    while (!stopped()) {
      const job = conversation.jobs.shift();
      if (job) {
        await job.run(conversation);
        window.done(conversation, job);
        if (!lane.signal.aborted) options.moved();
        if (nextSeq < target || window.refillable()) read();
      } else if (conversation.spilledFrom !== null) {
        await guard(lane, () => readSpilled(conversation, conversation.spilledFrom!));
      } else break;
    }
    running -= 1;
    conversation.running = false;
    window.forget(conversation);
    if (draining && running === 0) drained();
  }

  const jobOf = (item: InboxItem): Job => ({
    run: (conversation) => runItem(item, conversation),
    bytes: item.bytes,
    item,
  });

  async function runItem(item: InboxItem, conversation: Conversation): Promise<void> {
    const { seq, body } = item;
    const piece: Piece = { source: 'inbox', seq, kind: body.kind, attempts: item.attempts };
    const row = await tryOut(piece, () => work.process(item));
    if (row) await dispatch(row, conversation);
  }

  async function dispatch(row: OutgoingMessage, conversation: Conversation): Promise<void> {
    const piece: Piece = { source: 'outbox', seq: row.seq, kind: 'message', attempts: row.attempts };
    const behind = () => conversation.jobs.flatMap(({ item }) => item ?? []);
    await tryOut(piece, () => work.dispatch(row, behind));
  }

  function tryOut<Result>(piece: Piece, run: () => Promise<Result>): Promise<Result | undefined> {
    return isSuspect(piece) ? attempts.untilAlone(piece, run) : attempts.until(piece, run);
  }

  /** After a crash, what two crashed owners were at may be what killed them. */
  const isSuspect = (piece: { attempts: number }) => crashed && piece.attempts >= SUSPECT_ATTEMPTS;

  function read(): void {
    if (reading || stopped()) return;
    reading = guard(lane, readOn).then(() => {
      reading = null;
    });
  }

  /** What is new, and in turn with it what was left in the database before. */
  async function readOn(): Promise<void> {
    for (let more = true; more && !stopped(); ) {
      more = nextSeq < target && window.hasRoom;
      if (more) await readAhead();
      const agent = stopped() ? undefined : window.refillable();
      if (agent) await refill(agent);
      more ||= agent !== undefined;
    }
  }

  /**
   * Numbers below `target` as it was before the read are all committed, so whatever is missing among them never comes;
   * `target` may have grown since.
   */
  async function readAhead(
    { limit, maxBytes } = { limit: READ_LIMIT, maxBytes: READ_BYTES },
    before?: (items: InboxItem[]) => Promise<void>,
  ): Promise<void> {
    readingAhead = true;
    try {
      const complete = target;
      const part = { seq: nextSeq, limit, maxBytes, without: window.spilledAgents() };
      const { items, isAll } = await listInboxItems(sql, lane.lane, part);
      await before?.(items);
      lane.signal.throwIfAborted();
      const behind = (items.at(-1)?.seq ?? nextSeq - 1) + 1;
      nextSeq = isAll ? Math.max(complete, behind) : behind;
      for (const item of items) enqueue(item);
    } finally {
      readingAhead = false;
    }
  }

  /** Up to this number the agent's items are in memory, done, or left in the database by their conversation. */
  const readUpTo = (agent: Agent) => agent.spilledFrom ?? nextSeq;

  /** Reads on for an agent where its items were left in the database. */
  async function refill(agent: Agent): Promise<void> {
    const from = agent.spilledFrom!;
    const below = nextSeq;
    const limit = window.roomOf(agent);
    const part = { seq: from, below, limit, maxBytes: READ_BYTES, of: { agentId: agent.agentId } };
    const { items, isAll } = await listInboxItems(sql, lane.lane, part);
    if (stopped()) return;
    // What has come since was passed over, because it stood to be read here.
    const rest = isAll ? (nextSeq > below ? below : null) : items.at(-1)!.seq + 1;
    window.refill(agent, rest, () => {
      for (const item of items) enqueue(item);
    });
  }

  async function readSpilled(conversation: Conversation, from: number): Promise<void> {
    const { agent } = conversation;
    // Whatever lies above comes with the agent's others.
    const below = readUpTo(agent);
    const limit = Math.min(CONVERSATION_WINDOW, Math.max(1, window.roomOf(agent)));
    const part = { seq: from, below, limit, maxBytes: READ_BYTES, of: conversation };
    const { items, isAll } = await listInboxItems(sql, lane.lane, part);
    const rest = readUpTo(agent) > below ? below : null;
    conversation.spilledFrom = isAll ? rest : items.at(-1)!.seq + 1;
    for (const item of items) window.add(conversation, jobOf(item));
  }

  async function takeOver(): Promise<void> {
    for (let seq = 0; ; ) {
      const rows = await listOutbox(sql, lane.lane, { seq, limit: READ_LIMIT });
      if (crashed) await countSuspicion('outbox', rows);
      for (const row of rows)
        add(window.conversationOf(row), {
          run: (conversation) => dispatch(row, conversation),
          bytes: row.body ? row.bytes : 0,
          item: null,
        });
      if (rows.length < READ_LIMIT) break;
      seq = rows.at(-1)!.seq + 1;
    }
    // The oldest item of each conversation may be what the dead owner died of.
    if (crashed)
      await readAhead({ limit: WINDOW, maxBytes: WINDOW_BYTES }, (items) => countSuspicion('inbox', oldest(items)));
    await readOn();
    hasRead = true;
  }

  /** Counts a crash; suspects are counted when they begin. */
  async function countSuspicion(source: Piece['source'], rows: { seq: number; attempts: number }[]): Promise<void> {
    const counted = rows.filter((row) => !isSuspect(row)).map(({ seq }) => seq);
    if (counted.length > 0) await countAttempts(sql, lane, source, counted);
  }

  function oldest(items: InboxItem[]): InboxItem[] {
    return [...new Map(items.toReversed().map((item) => [`${item.agentId} ${item.phoneNumber}`, item])).values()];
  }

  reading = guard(lane, takeOver).then(() => {
    reading = null;
    if (nextSeq < target) read();
  });

  return {
    push(base, size, items) {
      if (hasRead && !readingAhead && base === nextSeq && window.hasRoom && !stopped()) {
        nextSeq = base + size;
        target = Math.max(target, nextSeq);
        for (const item of items) enqueue(item);
      } else this.advance(base + size);
    },
    advance(head) {
      target = Math.max(target, head);
      if (nextSeq < target) read();
    },
    async drain() {
      draining = true;
      await reading;
      if (running > 0) await new Promise<void>((resolve) => (drained = resolve));
    },
    hasRead: () => hasRead,
    size: () => window.held,
  };
}
