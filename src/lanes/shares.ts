/**
 * What all lanes of the process hold in memory together, and how much of it each agent may have: a busy or throttled
 * agent takes no room from the others. What finds no room is left in the database, and read when there is some.
 */

/** Items in memory, above which only agents with less than their minimum get another one. */
const WINDOW = 4_000;
/**
 * An agent may have this many times what is left: three quarters of the window when it is alone, which a busy one
 * needs, and two stalled ones leave a seventh.
 */
const SHARE_OF_REST = 3;
/** An agent's guaranteed minimum. */
const AGENT_MINIMUM = 200;
/** With the minimums of very many agents: a hard limit, for the sake of memory. */
const MOST = 40_000;
/** The same limits for the items' bodies, in bytes of JSON; an agent with none in memory gets one, however large. */
const WINDOW_BYTES = 32 * 1024 * 1024;
const AGENT_MINIMUM_BYTES = 1024 * 1024;
const MOST_BYTES = 4 * WINDOW_BYTES;
/** A lane that reads for an agent whose items wait in many lanes reads at least this many, if there is room for them. */
const SMALLEST_READ = 50;

/** A lane of this process, as far as the others know it. Called when there may be room for more of its items. */
export type Wake = () => void;

export type Share = {
  readonly agentId: string;
  items: number;
  bytes: number;
  /** Lanes in which the agent has conversations in memory, or items left in the database. */
  lanes: number;
  /** Those with items left in the database, in the order of their turns. */
  waiting: Set<Wake>;
  /** While one of them is being read: nobody else reads for the same room. */
  isReading: boolean;
};

export class Shares {
  readonly #agents = new Map<string, Share>();
  /** Agents with items left in the database, in the order of their turns. */
  readonly #spilled = new Set<Share>();
  readonly #lanes = new Set<Wake>();
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

  /** A lane takes part until it leaves; its items must have been removed by then. */
  join(lane: Wake): void {
    this.#lanes.add(lane);
  }

  leave(lane: Wake): void {
    this.#lanes.delete(lane);
  }

  /** The agent's share, for one more lane of it; `letGo` must follow. */
  claim(agentId: string): Share {
    let share = this.#agents.get(agentId);
    if (!share) {
      share = { agentId, items: 0, bytes: 0, lanes: 0, waiting: new Set(), isReading: false };
      this.#agents.set(agentId, share);
    }
    share.lanes += 1;
    return share;
  }

  letGo(share: Share): void {
    share.lanes -= 1;
    if (share.lanes === 0) this.#agents.delete(share.agentId);
  }

  add(share: Share, bytes: number): void {
    share.items += 1;
    share.bytes += bytes;
    this.#items += 1;
    this.#bytes += bytes;
  }

  remove(share: Share, items: number, bytes: number): void {
    const hadRoom = this.hasRoom;
    share.items -= items;
    share.bytes -= bytes;
    this.#items -= items;
    this.#bytes -= bytes;
    if (hadRoom || !this.hasRoom) this.#wakeNext();
    else for (const wake of this.#lanes) wake();
  }

  /** How many more items the agent may have. */
  roomOf({ items, bytes }: Share): number {
    const shareOfBytes = Math.max(AGENT_MINIMUM_BYTES, SHARE_OF_REST * (WINDOW_BYTES - this.#bytes));
    if (!this.hasRoom || (items > 0 && bytes >= shareOfBytes)) return 0;
    // Its own growth reduces what is left.
    const ofRest = (SHARE_OF_REST * (WINDOW - this.#items) - items) / (SHARE_OF_REST + 1);
    return Math.max(0, Math.min(Math.max(AGENT_MINIMUM - items, Math.floor(ofRest)), MOST - this.#items));
  }

  /** The lane left items of the agent in the database. */
  spill(share: Share, lane: Wake): void {
    share.waiting.add(lane);
    this.#spilled.add(share);
  }

  /** The lane has none of them left there. */
  unspill(share: Share, lane: Wake): void {
    share.waiting.delete(lane);
    if (share.waiting.size === 0) this.#spilled.delete(share);
  }

  /** Whether to read more for the agent: half as many again as it has, so that a read is worthwhile. */
  isRefillable(share: Share): boolean {
    return !share.isReading && this.roomOf(share) >= Math.max(AGENT_MINIMUM, share.items) / 2;
  }

  /** How many items one lane may read for the agent, so that its other lanes get their turns; `endRead` must follow. */
  beginRead(share: Share): number {
    share.isReading = true;
    const room = this.roomOf(share);
    return Math.min(room, Math.max(SMALLEST_READ, Math.ceil(room / share.waiting.size)));
  }

  endRead(share: Share): void {
    share.isReading = false;
    this.#wakeNext();
  }

  /** Lets one lane read for the first agent that may have more; both move to the end of their rows. */
  #wakeNext(): void {
    for (const share of this.#spilled) {
      if (!this.isRefillable(share)) continue;
      const [lane] = share.waiting;
      this.#spilled.delete(share);
      this.#spilled.add(share);
      share.waiting.delete(lane!);
      share.waiting.add(lane!);
      lane!();
      return;
    }
  }
}
