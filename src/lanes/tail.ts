/**
 * The owner's end of one lane: reads it in order and runs each conversation's items one at a time, different
 * conversations concurrently. What it holds in memory is bounded and shared out (`window.ts`, `shares.ts`); the rest
 * waits in the database.
 */
import type { Logger } from '../log.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import { listInboxItems } from '../store/inbox.ts';
import { countAttempts } from '../store/lanes.ts';
import { listOutbox, type OutgoingMessage } from '../store/outbox.ts';
import type { Sql } from '../store/sql.ts';
import { type Attempts, createAttempts, type Piece, SUSPECT_ATTEMPTS } from './attempts.ts';
import { type OwnedLane, orLose } from './lanes.ts';
import type { Shares } from './shares.ts';
import { type Agent, type Conversation, type Job, Window } from './window.ts';

/** Processes a lane's items: `lane-work.ts`. Both resolve after their commit. */
export type LaneWork = {
  /** Runs the turn of an item. Resolves with the message that it made. @throws LaneLost, or the error */
  process(item: InboxItem): Promise<OutgoingMessage | null>;
  /** Dispatches a committed message to the platform. `behind` are the items that wait for it. @throws as `process` */
  dispatch(message: OutgoingMessage, behind: () => InboxItem[]): Promise<void>;
  /** Called before the lane is given back: nothing may wait for a retry any more. */
  stop(): void;
  /** Resolves when their background work has ended. */
  drain(): Promise<void>;
};

const READ_LIMIT = 500;
/** Of the items' bodies: many reads of common items are shorter, and one item may be as long. */
const READ_BYTES = 1024 * 1024;
/** After a crash: enough to count the oldest items of many conversations, before any of them begins. */
const CRASHED = { limit: 1_000, maxBytes: 8 * 1024 * 1024 };

export type TailOptions = {
  sql: Sql;
  log: Logger;
  lane: OwnedLane;
  work: LaneWork;
  /** `lane_head.next_seq` at the takeover. */
  head: number;
  /** The previous owner did not give the lane back: its work may be what killed it. */
  crashed: boolean;
  /** What all lanes of this process hold in memory. */
  shares: Shares;
  /** Waits until few other lanes are being taken over: a crowd of them reads too much at once. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Runs one function at a time in this process. */
  alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Something that waited is done. */
  moved: () => void;
  failed: () => void;
  deadLettered: () => void;
};

export class Tail {
  readonly #options: TailOptions;
  readonly #attempts: Attempts;
  readonly #window: Window;
  #nextSeq = 0;
  #target: number;
  #running = 0;
  #reading: Promise<void> | null;
  /** While the items from `nextSeq` on are being read; pushed items must not overtake them. */
  #isReadingAhead = false;
  #hasRead = false;
  #draining: PromiseWithResolvers<void> | null = null;

  /** Starts reading at once. */
  constructor(options: TailOptions) {
    this.#options = options;
    this.#target = options.head;
    this.#attempts = createAttempts({ ...options, stopped: () => this.#isStopped });
    this.#window = new Window(options.shares, () => this.#read());
    options.lane.signal.addEventListener('abort', () => this.#window.close(), { once: true });
    this.#reading = orLose(options.lane, () => options.inTurn(() => this.#takeOver())).then(() => this.#hasEndedRead());
  }

  /** Items that this process has just appended, with the numbers that their group took. */
  push(base: number, size: number, items: InboxItem[]): void {
    const isNext = this.#hasRead && !this.#isReadingAhead && base === this.#nextSeq;
    if (isNext && this.#window.hasRoom && !this.#isStopped) {
      this.#nextSeq = base + size;
      this.#target = Math.max(this.#target, this.#nextSeq);
      for (const item of items) this.#enqueue(item);
    } else this.advance(base + size);
  }

  /** The database has items below `head`, or soon will have none. */
  advance(head: number): void {
    this.#target = Math.max(this.#target, head);
    if (this.#nextSeq < this.#target) this.#read();
  }

  /** Whether it has read what was there at the takeover. */
  hasRead(): boolean {
    return this.#hasRead;
  }

  /** Starts nothing new and resolves when running work has ended. */
  async drain(): Promise<void> {
    this.#draining ??= Promise.withResolvers();
    await this.#reading;
    if (this.#running > 0) await this.#draining.promise;
  }

  get #isStopped(): boolean {
    return this.#draining !== null || this.#options.lane.signal.aborted;
  }

  #enqueue(item: InboxItem): void {
    const conversation = this.#window.take(item, this.#jobOf(item));
    if (conversation) this.#start(conversation);
  }

  #start(conversation: Conversation): void {
    if (!conversation.running) void this.#run(conversation);
  }

  /** Runs a conversation's jobs one after the other until none is left. */
  async #run(conversation: Conversation): Promise<void> {
    const { lane, moved } = this.#options;
    conversation.running = true;
    this.#running += 1;
    while (!this.#isStopped) {
      const job = conversation.jobs.shift();
      if (job) {
        await job.run(conversation);
        this.#window.done(conversation, job);
        if (!lane.signal.aborted) moved();
        if (this.#nextSeq < this.#target) this.#read();
      } else if (conversation.spilledFrom !== null) {
        await orLose(lane, () => this.#readSpilled(conversation, conversation.spilledFrom!));
      } else break;
    }
    this.#running -= 1;
    conversation.running = false;
    this.#window.forget(conversation);
    if (this.#running === 0) this.#draining?.resolve();
  }

  #jobOf(item: InboxItem): Job {
    return { run: (conversation) => this.#runItem(item, conversation), bytes: item.bytes, item };
  }

  async #runItem(item: InboxItem, conversation: Conversation): Promise<void> {
    const { seq, body } = item;
    const piece: Piece = {
      source: 'inbox',
      seq,
      kind: body.kind,
      attempts: item.attempts,
      traceparent: body.traceparent,
    };
    const row = await this.#tryOut(piece, () => this.#options.work.process(item));
    if (row) await this.#dispatch(row, conversation);
  }

  async #dispatch(row: OutgoingMessage, conversation: Conversation): Promise<void> {
    const piece: Piece = {
      source: 'outbox',
      seq: row.seq,
      kind: 'message',
      attempts: row.attempts,
      traceparent: row.body?.traceparent,
    };
    const behind = () => conversation.jobs.flatMap(({ item }) => item ?? []);
    await this.#tryOut(piece, () => this.#options.work.dispatch(row, behind));
  }

  #tryOut<Result>(piece: Piece, run: () => Promise<Result>): Promise<Result | undefined> {
    return this.#isSuspect(piece) ? this.#attempts.untilAlone(piece, run) : this.#attempts.until(piece, run);
  }

  /** After a crash, tasks during which two owners crashed may be what killed them. */
  #isSuspect(piece: { attempts: number }): boolean {
    return this.#options.crashed && piece.attempts >= SUSPECT_ATTEMPTS;
  }

  #read(): void {
    if (this.#reading || this.#isStopped) return;
    this.#reading = orLose(this.#options.lane, () => this.#readOn()).then(() => this.#hasEndedRead());
  }

  /** Room that there was for a moment is not there again for the asking: nobody wakes the lane twice. */
  #hasEndedRead(): void {
    this.#reading = null;
    if (this.#hasMore) this.#read();
  }

  /** Whether something was left in the database for which there is room. */
  get #hasMore(): boolean {
    return (this.#nextSeq < this.#target && this.#window.hasRoom) || this.#window.refillable() !== undefined;
  }

  /** New items, and in turn with them those left in the database before. */
  async #readOn(): Promise<void> {
    for (let more = true; more && !this.#isStopped; ) {
      more = this.#nextSeq < this.#target && this.#window.hasRoom;
      if (more) await this.#readAhead();
      const agent = this.#isStopped ? undefined : this.#window.refillable();
      if (agent) await this.#refill(agent);
      more ||= agent !== undefined;
    }
  }

  /**
   * Numbers below `target` as it was before the read are all committed, so any missing among them never come; `target`
   * may have grown since.
   */
  async #readAhead(
    { limit, maxBytes } = { limit: READ_LIMIT, maxBytes: READ_BYTES },
    before?: (items: InboxItem[]) => Promise<void>,
  ): Promise<void> {
    const { sql, lane } = this.#options;
    this.#isReadingAhead = true;
    try {
      const complete = this.#target;
      const part = { seq: this.#nextSeq, limit, maxBytes, without: this.#window.spilledAgents() };
      const { items, isAll } = await listInboxItems(sql, lane.lane, part);
      await before?.(items);
      lane.signal.throwIfAborted();
      const behind = (items.at(-1)?.seq ?? this.#nextSeq - 1) + 1;
      this.#nextSeq = isAll ? Math.max(complete, behind) : behind;
      for (const item of items) this.#enqueue(item);
    } finally {
      this.#isReadingAhead = false;
    }
  }

  /** Up to this number the agent's items are in memory, done, or left in the database by their conversation. */
  #readUpTo(agent: Agent): number {
    return agent.spilledFrom ?? this.#nextSeq;
  }

  /** Reads on for an agent where its items were left in the database. */
  #refill(agent: Agent): Promise<void> {
    const { sql, lane } = this.#options;
    const { agentId, spilledFrom: from } = agent;
    const below = this.#nextSeq;
    const read = async (limit: number) => {
      const part = { seq: from!, below, limit, maxBytes: READ_BYTES, of: { agentId } };
      const { items, isAll } = await listInboxItems(sql, lane.lane, part);
      if (this.#isStopped) return null;
      // Newer items were skipped, because they were to be read here.
      const rest = isAll ? (this.#nextSeq > below ? below : null) : items.at(-1)!.seq + 1;
      return { items, rest };
    };
    return this.#window.refill(agent, read, (item) => this.#enqueue(item));
  }

  async #readSpilled(conversation: Conversation, from: number): Promise<void> {
    const { sql, lane } = this.#options;
    const { agent } = conversation;
    // Anything above comes with the agent's others.
    const below = this.#readUpTo(agent);
    const limit = this.#window.roomOf(conversation);
    const part = { seq: from, below, limit, maxBytes: READ_BYTES, of: conversation };
    const { items, isAll } = await listInboxItems(sql, lane.lane, part);
    const rest = this.#readUpTo(agent) > below ? below : null;
    conversation.spilledFrom = isAll ? rest : items.at(-1)!.seq + 1;
    for (const item of items) this.#window.add(conversation, this.#jobOf(item));
  }

  async #takeOver(): Promise<void> {
    const { sql, lane, crashed } = this.#options;
    for (let seq = 0; ; ) {
      const rows = await listOutbox(sql, lane.lane, { seq, limit: READ_LIMIT });
      if (crashed) await this.#countSuspicion('outbox', rows);
      lane.signal.throwIfAborted();
      for (const row of rows) this.#resume(row);
      if (rows.length < READ_LIMIT) break;
      seq = rows.at(-1)!.seq + 1;
    }
    // The oldest item of each conversation may be what the dead owner died of.
    if (crashed) {
      await this.#readAhead(CRASHED, (items) => this.#countSuspicion('inbox', oldest(items)));
    }
    await this.#readOn();
    this.#hasRead = true;
  }

  /** A message that the previous owner committed but did not dispatch. */
  #resume(row: OutgoingMessage): void {
    const run = (conversation: Conversation) => this.#dispatch(row, conversation);
    const bytes = row.body ? row.bytes : 0;
    this.#start(this.#window.add(this.#window.conversationOf(row), { run, bytes, item: null }));
  }

  /** Counts a crash; suspects are counted when they begin. */
  async #countSuspicion(source: Piece['source'], rows: { seq: number; attempts: number }[]): Promise<void> {
    const { sql, lane } = this.#options;
    const counted = rows.filter((row) => !this.#isSuspect(row)).map(({ seq }) => seq);
    if (counted.length > 0) await countAttempts(sql, lane, source, counted);
  }
}

function oldest(items: InboxItem[]): InboxItem[] {
  return [...new Map(items.toReversed().map((item) => [`${item.agentId} ${item.phoneNumber}`, item])).values()];
}
