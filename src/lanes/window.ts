/**
 * What one lane holds in memory: agents, their conversations, and for each the number from which on its items are left
 * in the database. A busy conversation takes no room from its agent's others; what each agent may have is decided for
 * all lanes together (`shares.ts`).
 */
import type { InboxItem } from '../model/inbox-item.ts';
import type { Share, Shares, Wake } from './shares.ts';

/** Items of one conversation. */
const CONVERSATION_WINDOW = 50;

/** `bytes`: of its subject as JSON. `item`: null for a message of the outbox. */
export type Job = { run: (conversation: Conversation) => Promise<void>; bytes: number; item: InboxItem | null };
export type Rider = { agentId: string; phoneNumber: string };

export type Agent = {
  readonly agentId: string;
  readonly share: Share;
  /** Its items of this lane in memory, including running ones. */
  items: number;
  bytes: number;
  conversations: number;
  /** The first of its items left in the database, because it has too many in memory. */
  spilledFrom: number | null;
};

export type Conversation = Rider & {
  readonly agent: Agent;
  jobs: Job[];
  running: boolean;
  /** As for the agent. */
  spilledFrom: number | null;
};

export class Window {
  readonly #shares: Shares;
  readonly #wake: Wake;
  readonly #agents = new Map<string, Agent>();
  readonly #conversations = new Map<string, Conversation>();
  readonly #spilled = new Set<Agent>();
  #isClosed = false;

  /** `wake`: there may be room for what was left in the database. */
  constructor(shares: Shares, wake: Wake) {
    this.#shares = shares;
    this.#wake = wake;
    shares.join(wake);
  }

  /** Whether any agent may have another item. */
  get hasRoom(): boolean {
    return this.#shares.hasRoom;
  }

  /** The lane is no longer ours: what it holds counts no more. */
  close(): void {
    this.#isClosed = true;
    this.#shares.leave(this.#wake);
    for (const { share } of this.#spilled) this.#shares.unspill(share, this.#wake);
    for (const { share, items, bytes } of this.#agents.values()) {
      this.#shares.remove(share, items, bytes);
      this.#shares.letGo(share);
    }
  }

  /** The conversation to run the job; null when the item is left in the database, which is recorded. */
  take(item: Rider & { seq: number }, job: Job): Conversation | null {
    const conversation = this.conversationOf(item);
    const { agent } = conversation;
    const isRoomFor = agent.spilledFrom === null && this.#shares.roomOf(agent.share) > 0;
    if (!isRoomFor) this.#spill(agent, item.seq);
    else if (conversation.spilledFrom === null && conversation.jobs.length < CONVERSATION_WINDOW) {
      return this.add(conversation, job);
    } else conversation.spilledFrom ??= item.seq;
    this.forget(conversation);
    return null;
  }

  /** Adds a job regardless of the shares. */
  add(conversation: Conversation, job: Job): Conversation {
    const { agent } = conversation;
    conversation.jobs.push(job);
    agent.items += 1;
    agent.bytes += job.bytes;
    if (!this.#isClosed) this.#shares.add(agent.share, job.bytes);
    return conversation;
  }

  /** A job of the conversation has ended. */
  done({ agent }: Conversation, { bytes }: Job): void {
    agent.items -= 1;
    agent.bytes -= bytes;
    if (!this.#isClosed) this.#shares.remove(agent.share, 1, bytes);
  }

  conversationOf({ agentId, phoneNumber }: Rider): Conversation {
    const key = `${agentId} ${phoneNumber}`;
    let conversation = this.#conversations.get(key);
    if (!conversation) {
      const agent = this.#agentOf(agentId);
      agent.conversations += 1;
      conversation = { agentId, phoneNumber, agent, jobs: [], running: false, spilledFrom: null };
      this.#conversations.set(key, conversation);
    }
    return conversation;
  }

  /** Forgets a conversation without jobs, and its agent with the last of them. */
  forget(conversation: Conversation): void {
    const { agent, agentId, phoneNumber } = conversation;
    if (conversation.running || conversation.jobs.length > 0 || conversation.spilledFrom !== null) return;
    if (this.#conversations.delete(`${agentId} ${phoneNumber}`)) agent.conversations -= 1;
    this.#forgetAgent(agent);
  }

  /** How many more items of the conversation may be read, at least one: it has none. */
  roomOf({ agent }: Conversation): number {
    return Math.min(CONVERSATION_WINDOW, Math.max(1, this.#shares.roomOf(agent.share)));
  }

  /** Agents with items left in the database; the reader skips them. */
  spilledAgents(): string[] {
    return [...this.#spilled].map(({ agentId }) => agentId);
  }

  /** An agent of which to read on where its items were left in the database. */
  refillable(): Agent | undefined {
    for (const agent of this.#spilled) if (this.#shares.isRefillable(agent.share)) return agent;
    return undefined;
  }

  /**
   * Lets `read` read that many of the agent's items, unless the lane has stopped, and enqueues them: `rest` is where its
   * next ones are left in the database, null when there are no more. The agent may spill again.
   */
  async refill(
    agent: Agent,
    read: (limit: number) => Promise<{ items: InboxItem[]; rest: number | null } | null>,
    enqueue: (item: InboxItem) => void,
  ): Promise<void> {
    const { share } = agent;
    try {
      const found = await read(this.#shares.beginRead(share));
      if (!found || this.#isClosed) return;
      agent.spilledFrom = null;
      // It moves to the end of the set, so that others get their turn.
      this.#spilled.delete(agent);
      this.#shares.unspill(share, this.#wake);
      for (const item of found.items) enqueue(item);
      if (found.rest !== null) this.#spill(agent, found.rest);
      this.#forgetAgent(agent);
    } finally {
      this.#shares.endRead(share);
    }
  }

  #spill(agent: Agent, seq: number): void {
    if (agent.spilledFrom !== null) return;
    agent.spilledFrom = seq;
    this.#spilled.add(agent);
    if (!this.#isClosed) this.#shares.spill(agent.share, this.#wake);
  }

  #forgetAgent(agent: Agent): void {
    if (agent.conversations > 0 || agent.spilledFrom !== null || !this.#agents.delete(agent.agentId)) return;
    if (!this.#isClosed) this.#shares.letGo(agent.share);
  }

  #agentOf(agentId: string): Agent {
    let agent = this.#agents.get(agentId);
    if (!agent) {
      agent = { agentId, share: this.#shares.claim(agentId), items: 0, bytes: 0, conversations: 0, spilledFrom: null };
      this.#agents.set(agentId, agent);
    }
    return agent;
  }
}
