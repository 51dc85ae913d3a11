/**
 * A client's webhook endpoints as a process of its own: acknowledges every event and notes when it did. One of them,
 * `/busy`, has a book of its own and can be told to hang, which is to take an event and never answer; so can `/asked`, the
 * system that a flow asks.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './child.ts';
import { nowMs } from './clock.ts';

/** What came since the last `take`: when each message's SENT event was first acknowledged, and counts of the rest. */
export type Taken = { sent: Map<string, number>; counts: Record<string, number>; repeated: number; unsigned: number };

/** `held`: how often it hung; `unanswered`: how often the system did that its flow asks. */
export type TakenByBusy = Taken & { held: number; unanswered: number };

type Event = { eventType?: string; messageId: string };

const BUSY_PATH = '/busy';
const ASKED_PATH = '/asked';
/** Answers with about as much as a flow may be told. */
const LARGE_PATH = '/large';
const LARGE_ANSWER = JSON.stringify(Array.from({ length: 2_500 }, (_, n) => ({ n, text: 'a'.repeat(80) })));

const nothing = (): Taken => ({ sent: new Map(), counts: {}, repeated: 0, unsigned: 0 });
let taken = nothing();
const takenByBusy: TakenByBusy = { ...nothing(), held: 0, unanswered: 0 };
let busyHangs = false;
let askedHangs = false;

const server = createServer((request, response) => {
  const isBusy = request.url === BUSY_PATH;
  if (request.url === ASKED_PATH) {
    if (askedHangs) takenByBusy.unanswered += 1;
    else response.end('{}');
    return;
  }
  if (request.url === LARGE_PATH) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(LARGE_ANSWER);
    return;
  }
  if (isBusy && busyHangs) {
    takenByBusy.held += 1;
    request.resume();
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const event = JSON.parse(Buffer.concat(chunks).toString()) as Event;
    const isSigned = request.headers['x-service-signature'] !== undefined;
    response.writeHead(200).end(() => note(isBusy ? takenByBusy : taken, event, isSigned));
  });
});

function note(book: Taken, { eventType = 'UserMessage', messageId }: Event, isSigned: boolean) {
  book.counts[eventType] = (book.counts[eventType] ?? 0) + 1;
  if (!isSigned) book.unsigned += 1;
  if (eventType !== 'SENT') return;
  if (book.sent.has(messageId)) book.repeated += 1;
  else book.sent.set(messageId, nowMs());
}

server.listen(0, '127.0.0.1', () => {
  serveParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    counts: () => taken.counts,
    take() {
      const before = taken;
      taken = nothing();
      return before;
    },
    takenByBusy: () => takenByBusy,
    hang() {
      busyHangs = true;
    },
    leaveUnanswered() {
      askedHangs = true;
    },
    answer() {
      askedHangs = false;
      busyHangs = false;
    },
  });
});
