/** Which failed events failed alike: those with the same status and the same first words of the response. */

/** Why an event went to the failure queue. */
export type Failure = {
  /** A sentence. */
  reason: string;
  /** The group: a few words that are the same for every event that failed in the same way. */
  group: string;
};

export const NO_WEBHOOK: Failure = { reason: 'The agent has no eventForwardUrl.', group: 'no eventForwardUrl' };
export const DOWN_TOO_LONG: Failure = {
  reason: 'The endpoint was down until the schedule ended.',
  group: 'endpoint down',
};

/** Of a group, in characters: it is shown in one line, and typed. */
const MAX_LENGTH = 80;
/** Enough to tell two refusals with one status apart. */
const MAX_WORDS = 5;

/** Of an attempt's result: `401 invalid signature`, `404`, `connection refused`. */
export function failureGroup(attempt: {
  status: number | null;
  error: string | null;
  response: string | null;
}): string {
  const { status, error, response } = attempt;
  if (status === null) return (error ?? 'other').slice(0, MAX_LENGTH);
  // A redirect's page says no more than that it is one.
  const words = response === null || error !== null ? [] : firstWords(response);
  return [status, ...words].join(' ').slice(0, MAX_LENGTH).trimEnd();
}

/**
 * Without markup, and without words that have digits: ids, times and counts differ from event to event. Without quotes,
 * so that a command with the group can be pasted.
 */
function firstWords(response: string): string[] {
  return response
    .replace(/<[^>]*>/g, ' ')
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter((word) => /\p{L}/u.test(word) && !/\p{N}/u.test(word))
    .slice(0, MAX_WORDS);
}
