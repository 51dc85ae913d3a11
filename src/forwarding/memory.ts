/** How much of the events to forward is in memory, for all endpoints together. The rest waits in the database. */

/** Events, and the characters of their bodies: an ordinary body has some hundred. */
const MAX_EVENTS = 50_000;
const MAX_LENGTH = 64 * 1024 * 1024;

export class Memory {
  #events = 0;
  #length = 0;

  get events(): number {
    return this.#events;
  }

  get length(): number {
    return this.#length;
  }

  get isFull(): boolean {
    return this.#events >= MAX_EVENTS || this.#length >= MAX_LENGTH;
  }

  add(length: number): void {
    this.#events += 1;
    this.#length += length;
  }

  remove(length: number): void {
    this.#events -= 1;
    this.#length -= length;
  }
}
