/** The newest events, as a look finds them, joined to those that a list has: nothing between the two is left out. No I/O. */
import type { ForwardedEvent } from '@model/forwarded-event.ts';

export const PAGE = 100;
/** Beyond this many pages a look gives up reaching what is known: that many events at once nobody reads. */
export const MAX_PAGES = 10;
/** A list that has grown beyond this begins anew with what is newest; the rest is read again as one scrolls. */
const MAX_ROWS = 5_000;

type Page = { events: ForwardedEvent[]; nextCursor?: string };
/** As the query of the list keeps them. */
export type Pages = { pages: Page[]; pageParams: (string | null)[] };
/** `isApart`: there may be events between these and the known ones, from `nextCursor` on. */
export type Newest = Page & { isApart: boolean };

/** What a list is ordered by: in the failure queue, when an event got there. */
export function orderOf({ status, reason }: { status?: string; reason?: string }): (event: ForwardedEvent) => string {
  const isQueue = status === 'FAILED' || reason !== undefined;
  return isQueue ? ({ failure, createdAt }) => failure?.failedAt ?? createdAt : ({ createdAt }) => createdAt;
}

/** Reads on until it meets a known event, at most `maxPages`. */
export async function readNewest(
  readPage: (cursor: string | undefined) => Promise<Page>,
  known: readonly ForwardedEvent[],
  { at, maxPages }: { at: (event: ForwardedEvent) => string; maxPages: number },
): Promise<Newest> {
  const times = new Map(known.map((event) => [event.eventId, at(event)]));
  const latest = known[0] && at(known[0]);
  // An event that failed anew has another place now, and of one instant there may be any number.
  const isMet = (event: ForwardedEvent) =>
    times.get(event.eventId) === at(event) || (latest !== undefined && at(event) < latest);
  const events: ForwardedEvent[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await readPage(cursor);
    events.push(...page.events);
    cursor = page.nextCursor;
    // A filter that fits few events has short pages: thousands were examined for one, more than happen between two looks.
    const isDone = cursor === undefined || page.events.length < PAGE || page.events.some(isMet);
    if (isDone || pages >= maxPages) {
      return { events, ...(cursor !== undefined && { nextCursor: cursor }), isApart: !isDone };
    }
  }
}

/**
 * The list with the newest events as they are now. Known ones that would be among them, and are not, have left it; where
 * there may be others in between, it begins anew.
 */
export function joined(known: Pages, newest: Newest, at: (event: ForwardedEvent) => string): Pages {
  const { events, nextCursor, isApart } = newest;
  const last = events.at(-1);
  const anew = { pages: [{ events, ...(nextCursor !== undefined && { nextCursor }) }], pageParams: [null] };
  if (nextCursor === undefined || isApart) return anew;
  if (!last) return known;
  const now = new Set(events.map(({ eventId }) => eventId));
  const older = known.pages.map((page) => ({
    ...page,
    events: page.events.filter((event) => at(event) <= at(last) && !now.has(event.eventId)),
  }));
  const count = older.reduce((sum, page) => sum + page.events.length, 0);
  // With none left, the newest reach further down than what was read.
  if (count === 0 || events.length + count > MAX_ROWS) return anew;
  const [first, ...others] = older;
  return { ...known, pages: [{ ...first!, events: [...events, ...first!.events] }, ...others] };
}
