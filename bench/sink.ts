/**
 * A client's webhook endpoints in their own process: acknowledges every event and records when. One of them, `/busy`,
 * has its own records and can be made to hang: it accepts an event and never answers; so can `/asked`, the system that
 * a flow calls. What comes to `/answering` is not recorded, and `/dead` never answers.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './child.ts';
import { nowMs } from './clock.ts';

/**
 * Received since the last `take`: when each message's SENT event, and each user's message, was first acknowledged, and
 * counts of the rest.
 */
export type Taken = {
  sent: Map<string, number>;
  heard: Map<string, number>;
  counts: Record<string, number>;
  repeated: number;
  unsigned: number;
  /** SENT events that came after a later one of the same conversation. */
  disordered: number;
};

/** `held`: how often it hung; `unanswered`: how often the system called by its flow did. */
export type TakenByBusy = Taken & { held: number; unanswered: number };

type Event = { eventType?: string; agentId: string; phoneNumber?: string; messageId: string };

const BUSY_PATH = '/busy';
const ASKED_PATH = '/asked';
const ANSWERING_PATH = '/answering';
const DEAD_PATH = '/dead';
/** The response has about the maximum size for a flow. */
const LARGE_PATH = '/large';
const LARGE_ANSWER = JSON.stringify(Array.from({ length: 2_500 }, (_, n) => ({ n, text: 'a'.repeat(80) })));

const nothing = (): Taken => ({
  sent: new Map(),
  heard: new Map(),
  counts: {},
  repeated: 0,
  unsigned: 0,
  disordered: 0,
});
let taken = nothing();
/** By conversation: the id of its last event, which begins with its place in the conversation. */
const lastIds = new Map<string, string>();
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
  if (request.url === DEAD_PATH) {
    request.resume();
    return;
  }
  if (request.url === ANSWERING_PATH) {
    request.resume().on('end', () => response.writeHead(200).end());
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
    if (!isBusy && event.eventType === 'SENT') noteOrder(event, String(request.headers['webhook-id']));
    const isSigned = request.headers['x-service-signature'] !== undefined;
    response.writeHead(200).end(() => note(isBusy ? takenByBusy : taken, event, isSigned));
  });
});

function noteOrder({ agentId, phoneNumber }: Event, id: string) {
  const conversation = `${agentId} ${phoneNumber}`;
  if (id < (lastIds.get(conversation) ?? '')) taken.disordered += 1;
  lastIds.set(conversation, id);
}

function note(book: Taken, { eventType = 'UserMessage', messageId }: Event, isSigned: boolean) {
  book.counts[eventType] = (book.counts[eventType] ?? 0) + 1;
  if (!isSigned) book.unsigned += 1;
  if (eventType !== 'SENT' && eventType !== 'UserMessage') return;
  const times = eventType === 'SENT' ? book.sent : book.heard;
  if (times.has(messageId)) book.repeated += 1;
  else times.set(messageId, nowMs());
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
