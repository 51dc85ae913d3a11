/** What is wrong with an endpoint, and since when: it keeps failing, or answers nothing but 4xx. */
import type { EndpointHealth } from '@model/failure-summary.ts';

type Trouble = { kind: 'keepsFailing' | 'refusing'; since: string };

/** null: nothing is known to be. */
export function troubleOf({ breaker, openSince, refusingSince }: EndpointHealth): Trouble | null {
  if (breaker === 'open' && openSince !== null) return { kind: 'keepsFailing', since: openSince };
  return refusingSince === null ? null : { kind: 'refusing', since: refusingSince };
}
