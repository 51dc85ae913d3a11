/**
 * What one lane holds in memory: agents, their conversations, and of each the number from which on its items are left in
 * the database. The shares see to it that a busy conversation takes no room from its agent's others, and a busy agent, or
 * one that the platform holds back, none from the other agents.
 */
import type { InboxItem } from '../model/inbox-item.ts';

/** Items of one lane in memory, above which only agents with less than their minimum get another one. */
export const WINDOW = 1_000;
/**
 * An agent may have so many times what is left: three quarters of the window when it is alone, which a busy one needs, and
 * two that stand still leave a seventh.
 */
const SHARE_OF_REST = 3;
/** What an agent may always have, however much the others hold. */
const AGENT_MINIMUM = 50;
/** Items of one conversation. */
export const CONVERSATION_WINDOW = 50;
/** With the minimum of very many agents: an end to it, for the memory's sake. */
const MOST = 10_000;
/** The same limits of the items' bodies, in bytes of JSON; whoever has nothing in memory gets one item, however large. */
export const WINDOW_BYTES = 8 * 1024 * 1024;
const AGENT_MINIMUM_BYTES = 256 * 1024;
const MOST_BYTES = 4 * WINDOW_BYTES;

/** `bytes`: of what it is about, as JSON. `item`: null for a message of the outbox. */
export type Job = { run: (conversation: Conversation) => Promise<void>; bytes: number; item: InboxItem | null };
export type Rider = { agentId: string; phoneNumber: string };

export type Agent = {
  readonly agentId: string;
  /** Its items in memory, those that run included. */
  items: number;
  bytes: number;
  conversations: number;
  /** The first of its items that is left in the database, because it has too many in memory. */
  spilledFrom: number | null;
};

export type Conversation = Rider & {
  readonly agent: Agent;
  jobs: Job[];
  running: boolean;
  /** As of the agent. */
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

  /** Whether anybody at all may have another item. */
  get hasRoom(): boolean {
    return this.#items < MOST && this.#bytes < MOST_BYTES;
  }

  /** The conversation whose next job it is; null when it is left in the database, which is noted. */
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

  /** Adds a job whatever the shares say. */
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

  /** Forgets a conversation that has nothing left, and its agent with the last of them. */
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
    // What it gets is no longer left.
    const ofRest = (SHARE_OF_REST * (WINDOW - this.#items) - agent.items) / (SHARE_OF_REST + 1);
    return Math.max(0, Math.min(Math.max(AGENT_MINIMUM - agent.items, Math.floor(ofRest)), MOST - this.#items));
  }

  /** Agents of which items are left in the database; the reader passes over them. */
  spilledAgents(): string[] {
    return [...this.#spilled].map(({ agentId }) => agentId);
  }

  /** An agent of which more may be read: half as many again as it has, so that a read is worth its while. */
  refillable(): Agent | undefined {
    for (const agent of this.#spilled) if (this.roomOf(agent) >= Math.max(AGENT_MINIMUM, agent.items) / 2) return agent;
    return undefined;
  }

  /** `enqueue` takes what was left of the agent's up to `rest`; null: there is no more. It may spill again. */
  refill(agent: Agent, rest: number | null, enqueue: () => void): void {
    agent.spilledFrom = null;
    // It comes to the end of the set, so that others get their turn.
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
