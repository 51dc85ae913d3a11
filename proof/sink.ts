/**
 * The client's webhook in its own process, which keeps listening while everything else dies. Each agent's address names
 * its behaviour. The event's id decides whether it is answered well, so that every attempt meets the same endpoint.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from '../bench/child.ts';
import type { Attempt, Behaviour, Verdict } from './endpoint.ts';

const REFUSALS = [400, 401, 403, 404, 409, 410, 422, 429];
const FAILURES = [500, 502, 503];
/** In each period of this many milliseconds, the flapping endpoint is down for the first part. */
const FLAP_MS = 30_000;
const FLAP_DOWN_MS = 6_000;
/** Longer than the service waits for an answer. */
const DRIP_MS = 12_000;
const DRIP_EVERY_MS = 400;

let taken: Attempt[] = [];
let calm = false;
/** Attempts of the events that fail or hang for a while. */
const attempts = new Map<string, number>();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A request that breaks off is no attempt that the client has seen.
  request.on('error', () => {});
  request.on('end', () => receive(request, response, Buffer.concat(chunks)));
});

function receive(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const eventId = String(request.headers['webhook-id']);
  const digest = createHash('sha256').update(eventId).digest();
  const verdict = behave(request.url!.split('/')[1] as Behaviour, eventId, digest.readUInt32BE(0), response);
  const event = JSON.parse(body.toString()) as Record<string, string>;
  taken.push({
    eventId,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    verdict,
    agentId: event['agentId']!,
    phoneNumber: event['phoneNumber'] ?? event['senderPhoneNumber']!,
    type: event['eventType'] ?? 'UserMessage',
    origin: event['eventOrigin'] ?? '',
    messageId: event['messageId'] ?? '',
  });
}

/** `chance` is a large number derived from the event's id. */
function behave(behaviour: Behaviour, eventId: string, chance: number, response: ServerResponse): Verdict {
  const answer = (status: number) => void response.writeHead(status).end();
  if (behaviour === 'refuse' && chance % 20 === 0) {
    answer(REFUSALS[(chance >>> 8) % REFUSALS.length]!);
    return 'refused';
  }
  if (behaviour === 'fail' && chance % 300 === 0) {
    // A breaker's probe takes one of them, and its pauses double: those left at the end are refused instead.
    answer(calm ? REFUSALS[0]! : FAILURES[(chance >>> 8) % FAILURES.length]!);
    return calm ? 'refused' : 'dead';
  }
  if (behaviour === 'fail' && !calm && chance % 5 === 1 && count(eventId) <= 1 + (chance % 3)) {
    answer(FAILURES[(chance >>> 8) % FAILURES.length]!);
    return 'failed';
  }
  if (behaviour === 'flap' && !calm && Date.now() % FLAP_MS < FLAP_DOWN_MS) {
    answer(503);
    return 'failed';
  }
  if ((behaviour === 'hang' || behaviour === 'drip') && chance % 30 === 0 && !calm && count(eventId) <= 1) {
    if (behaviour === 'drip') drip(response);
    return 'silent';
  }
  answer(200);
  return 'accepted';
}

function count(eventId: string): number {
  const made = (attempts.get(eventId) ?? 0) + 1;
  attempts.set(eventId, made);
  return made;
}

/** A 200 whose body never ends in time: a status line is no answer. */
function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), DRIP_EVERY_MS);
  const end = setTimeout(() => response.end(), DRIP_MS);
  response.on('close', () => {
    clearInterval(timer);
    clearTimeout(end);
  });
}

server.listen(0, '127.0.0.1', () => {
  serveParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    take() {
      const before = taken;
      taken = [];
      return before;
    },
    calm() {
      calm = true;
      return null;
    },
  });
});
