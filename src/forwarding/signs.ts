/** What attempts showed about each endpoint since somebody last asked: a few numbers, however many attempts. No I/O. */
import type { EndpointSigns } from '../store/endpoints.ts';
import type { Delivered } from './deliver.ts';

const NOTHING: EndpointSigns = { acceptedAt: null, failedAt: null, refusals: 0, refusedAt: null };

export class Signs {
  #byAgent = new Map<string, EndpointSigns>();

  /** `at`: milliseconds since 1970. */
  note({ write, answered, accepted }: Delivered, at: number): void {
    if (write.attempt === null) return;
    const before = this.#byAgent.get(write.agentId) ?? NOTHING;
    if (accepted) this.#byAgent.set(write.agentId, { ...NOTHING, failedAt: before.failedAt, acceptedAt: at });
    else {
      const refused = answered && { refusals: before.refusals + 1, refusedAt: before.refusedAt ?? at };
      this.#byAgent.set(write.agentId, { ...before, ...refused, failedAt: at });
    }
  }

  /** Those since the last call, by agent. */
  take(): Map<string, EndpointSigns> {
    const taken = this.#byAgent;
    this.#byAgent = new Map();
    return taken;
  }
}
