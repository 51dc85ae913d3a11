/** What attempts showed about each endpoint since somebody last asked: a few numbers, however many attempts. No I/O. */
import { endpointName } from '../model/endpoint.ts';
import type { EndpointSigns } from '../store/endpoint-health.ts';
import type { Delivered } from './deliver.ts';

const NOTHING: Pick<EndpointSigns, 'acceptedAt' | 'failedAt' | 'refusals' | 'refusedAt'> = {
  acceptedAt: null,
  failedAt: null,
  refusals: 0,
  refusedAt: null,
};
const NO_COUNTS = { accepted: 0, givenUp: 0, answerMs: null };

/** Attempts whose median is told. */
const MAX_TIMES = 100;

export class Signs {
  readonly #byName = new Map<string, EndpointSigns & { timesMs: number[] }>();

  /** `at`: milliseconds since 1970. */
  note({ write, answered, accepted }: Delivered, at: number): void {
    if (write.attempt === null) return;
    const { agentId, endpointId, attempt, failure } = write;
    const name = endpointName(write);
    const before = this.#byName.get(name) ?? { agentId, endpointId, ...NOTHING, ...NO_COUNTS, timesMs: [] };
    if (before.timesMs.length < MAX_TIMES) before.timesMs.push(attempt.durationMs);
    if (accepted) {
      const counted = { ...before, accepted: before.accepted + 1 };
      this.#byName.set(name, { ...counted, ...NOTHING, failedAt: before.failedAt, acceptedAt: at });
    } else {
      const refused = answered && { refusals: before.refusals + 1, refusedAt: before.refusedAt ?? at };
      const givenUp = before.givenUp + (failure === null ? 0 : 1);
      this.#byName.set(name, { ...before, ...refused, givenUp, failedAt: at });
    }
  }

  /** Those since the last call. */
  take(): EndpointSigns[] {
    const taken = [...this.#byName.values()].map(({ timesMs, ...signs }) => ({ ...signs, answerMs: median(timesMs) }));
    this.#byName.clear();
    return taken;
  }
}

function median(numbers: readonly number[]): number | null {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? null;
}
