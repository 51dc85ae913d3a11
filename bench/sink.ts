/** A client's webhook endpoint as a process of its own: acknowledges every event and notes when it did. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from './child.ts';
import { nowMs } from './clock.ts';

/** What came since the last `take`: when each message's SENT event was first acknowledged, and counts of the rest. */
export type Taken = { sent: Map<string, number>; counts: Record<string, number>; repeated: number; unsigned: number };

const nothing = (): Taken => ({ sent: new Map(), counts: {}, repeated: 0, unsigned: 0 });
let taken = nothing();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const event = JSON.parse(Buffer.concat(chunks).toString()) as { eventType?: string; messageId: string };
    response.writeHead(200).end(() => note(event, request.headers['x-service-signature'] !== undefined));
  });
});

function note({ eventType = 'UserMessage', messageId }: { eventType?: string; messageId: string }, isSigned: boolean) {
  taken.counts[eventType] = (taken.counts[eventType] ?? 0) + 1;
  if (!isSigned) taken.unsigned += 1;
  if (eventType !== 'SENT') return;
  if (taken.sent.has(messageId)) taken.repeated += 1;
  else taken.sent.set(messageId, nowMs());
}

server.listen(0, '127.0.0.1', () => {
  serveParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    counts: () => taken.counts,
    take() {
      const before = taken;
      taken = nothing();
      return before;
    },
  });
});
