/**
 * What one lane holds in memory: agents, their conversations, and for each the number from which on its items are left
 * in the database. The shares ensure that a busy conversation takes no room from its agent's others, and a busy or
 * throttled agent none from the other agents.
 */
import type { InboxItem } from '../model/inbox-item.ts';

/** Items of one lane in memory, above which only agents with less than their minimum get another one. */
export const WINDOW = 1_000;
/**
 * An agent may have this many times what is left: three quarters of the window when it is alone, which a busy one
 * needs, and two stalled ones leave a seventh.
 */
const SHARE_OF_REST = 3;
/** An agent's guaranteed minimum. */
const AGENT_MINIMUM = 50;
/** Items of one conversation. */
export const CONVERSATION_WINDOW = 50;
/** With the minimums of very many agents: a hard limit, for the sake of memory. */
const MOST = 10_000;
/** The same limits for the items' bodies, in bytes of JSON; an agent with none in memory gets one, however large. */
export const WINDOW_BYTES = 8 * 1024 * 1024;
const AGENT_MINIMUM_BYTES = 256 * 1024;
const MOST_BYTES = 4 * WINDOW_BYTES;

/** `bytes`: of its subject as JSON. `item`: null for a message of the outbox. */
export type Job = { run: (conversation: Conversation) => Promise<void>; bytes: number; item: InboxItem | null };
export type Rider = { agentId: string; phoneNumber: string };

export type Agent = {
  readonly agentId: string;
  /** Its items in memory, including running ones. */
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
  readonly #agents = new Map<string, Agent>();
  readonly #conversations = new Map<string, Conversation>();
  readonly #spilled = new Set<Agent>();
  #items = 0;
  #bytes = 0;

  /** Items in memory. */
  get items(): number {
    return this.#items;
  }

  /** Whether any agent may have another item. */
  get hasRoom(): boolean {
    return this.#items < MOST && this.#bytes < MOST_BYTES;
  }

  /** The conversation to run the job; null when the item is left in the database, which is recorded. */
  take(item: Rider & { seq: number }, job: Job): Conversation | null {
    const conversation = this.conversationOf(item);
    const { agent } = conversation;
    const isRoomFor = agent.spilledFrom === null && this.roomOf(agent) > 0;
    if (!isRoomFor) this.#spill(agent, item.seq);
    else if (conversation.spilledFrom === null && conversation.jobs.length < CONVERSATION_WINDOW) {
      return this.add(conversation, job);
    } else conversation.spilledFrom ??= item.seq;
    this.forget(conversation);
    return null;
  }

  /** Adds a job regardless of the shares. */
  add(conversation: Conversation, job: Job): Conversation {
    conversation.jobs.push(job);
    conversation.agent.items += 1;
    conversation.agent.bytes += job.bytes;
    this.#items += 1;
    this.#bytes += job.bytes;
    return conversation;
  }

  /** A job of the conversation has ended. */
  done({ agent }: Conversation, { bytes }: Job): void {
    agent.items -= 1;
    agent.bytes -= bytes;
    this.#items -= 1;
    this.#bytes -= bytes;
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

  /** How many more items the agent may have. */
  roomOf(agent: Agent): number {
    const shareOfBytes = Math.max(AGENT_MINIMUM_BYTES, SHARE_OF_REST * (WINDOW_BYTES - this.#bytes));
    if (!this.hasRoom || (agent.items > 0 && agent.bytes >= shareOfBytes)) return 0;
    // Its own growth reduces what is left.
    const ofRest = (SHARE_OF_REST * (WINDOW - this.#items) - agent.items) / (SHARE_OF_REST + 1);
    return Math.max(0, Math.min(Math.max(AGENT_MINIMUM - agent.items, Math.floor(ofRest)), MOST - this.#items));
  }

  /** Agents with items left in the database; the reader skips them. */
  spilledAgents(): string[] {
    return [...this.#spilled].map(({ agentId }) => agentId);
  }

  /** An agent to read more for: half as many again as it has, so that a read is worthwhile. */
  refillable(): Agent | undefined {
    for (const agent of this.#spilled) if (this.roomOf(agent) >= Math.max(AGENT_MINIMUM, agent.items) / 2) return agent;
    return undefined;
  }

  /** `enqueue` takes the agent's remaining items up to `rest`; null: there are no more. It may spill again. */
  refill(agent: Agent, rest: number | null, enqueue: () => void): void {
    agent.spilledFrom = null;
    // It moves to the end of the set, so that others get their turn.
    this.#spilled.delete(agent);
    enqueue();
    if (rest !== null) this.#spill(agent, rest);
    this.#forgetAgent(agent);
  }

  #spill(agent: Agent, seq: number): void {
    if (agent.spilledFrom !== null) return;
    agent.spilledFrom = seq;
    this.#spilled.add(agent);
  }

  #forgetAgent({ agentId, conversations, spilledFrom }: Agent): void {
    if (conversations === 0 && spilledFrom === null) this.#agents.delete(agentId);
  }

  #agentOf(agentId: string): Agent {
    let agent = this.#agents.get(agentId);
    if (!agent) {
      agent = { agentId, items: 0, bytes: 0, conversations: 0, spilledFrom: null };
      this.#agents.set(agentId, agent);
    }
    return agent;
  }
}
