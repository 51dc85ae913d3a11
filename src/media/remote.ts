/**
 * Pictures and videos at addresses that somebody wrote into a message, for the console, whose policy lets a browser load
 * nothing from elsewhere. Fetched as carefully as everything at such addresses: docs/hostile-input.md, "Addresses".
 */
import { Problem, RemoteFailure } from '../errors.ts';
import { createLimit } from '../limit.ts';
import type { Outbound } from '../net/outbound.ts';
import { USER_AGENT } from '../version.ts';
import { shownTypeOf } from './type.ts';

/** Milliseconds; a page that shows it is waiting. */
const DEADLINE_MS = 10_000;
/** Bytes: larger than pictures and short videos in messages are. */
const MAX_SHOWN_BYTES = 16 * 1024 * 1024;
/** At a time, since each is in memory as a whole. */
const MAX_AT_A_TIME = 6;

export type Shown = { type: string; bytes: Buffer };

/** Fetches a picture or a video. It rejects with the Problem `media_unreachable` for whatever else there is. */
export function createRemoteMedia(outbound: Outbound): (url: string) => Promise<Shown> {
  const limited = createLimit(MAX_AT_A_TIME);
  return (url) => limited(() => look(outbound, url));
}

async function look(outbound: Outbound, url: string): Promise<Shown> {
  const limits = { deadlineMs: DEADLINE_MS, maxResponseBytes: MAX_SHOWN_BYTES };
  const headers = { accept: 'image/*, video/*', 'accept-encoding': 'identity', 'user-agent': USER_AGENT };
  const answer = await outbound.request({ url, method: 'GET', headers, ...limits }).catch((cause: unknown) => {
    if (!(cause instanceof RemoteFailure)) throw cause;
    throw unreachable(`The file cannot be fetched: ${cause.message}.`, cause);
  });
  // The platform follows no redirects either.
  if (answer.status !== 200) throw unreachable(`The address answered ${answer.status}.`);
  if (answer.truncated) throw unreachable(`The file is larger than ${MAX_SHOWN_BYTES} bytes, which is all we show.`);
  const type = await shownTypeOf(answer.body);
  if (type === null) throw unreachable('The address answered something that is no picture and no video.');
  return { type, bytes: answer.body };
}

function unreachable(detail: string, cause?: unknown): Problem {
  return new Problem('media_unreachable', detail, { cause });
}
