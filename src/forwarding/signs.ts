/** What attempts showed about each endpoint since somebody last asked: a few numbers, however many attempts. No I/O. */
import { type EndpointKey, endpointName } from '../model/endpoint.ts';
import type { EndpointSigns } from '../store/endpoint-health.ts';
import type { Delivered } from './deliver.ts';

const NOTHING: Omit<EndpointSigns, keyof EndpointKey> = {
  acceptedAt: null,
  failedAt: null,
  refusals: 0,
  refusedAt: null,
};

export class Signs {
  readonly #byName = new Map<string, EndpointSigns>();

  /** `at`: milliseconds since 1970. */
  note({ write, answered, accepted }: Delivered, at: number): void {
    if (write.attempt === null) return;
    const { agentId, endpointId } = write;
    const name = endpointName(write);
    const before = this.#byName.get(name) ?? { agentId, endpointId, ...NOTHING };
    if (accepted) this.#byName.set(name, { ...before, ...NOTHING, failedAt: before.failedAt, acceptedAt: at });
    else {
      const refused = answered && { refusals: before.refusals + 1, refusedAt: before.refusedAt ?? at };
      this.#byName.set(name, { ...before, ...refused, failedAt: at });
    }
  }

  /** Those since the last call. */
  take(): EndpointSigns[] {
    const taken = [...this.#byName.values()];
    this.#byName.clear();
    return taken;
  }
}
