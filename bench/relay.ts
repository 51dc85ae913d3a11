/**
 * What a send costs without any guarantees: the same three HTTP exchanges as the service's (accept, dispatch to the
 * platform, forward to the client's webhook, signed), with no database and no flow. The baseline of the bench.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { exchange } from '../src/net/exchange.ts';
import { USER_AGENT } from '../src/version.ts';
import { optionsOfChild, serveParent } from './child.ts';

export type RelayOptions = {
  /** The access token of its clients. */
  clientToken: string;
  /** Its access token for the platform. */
  platformToken: string;
  emulatorUrl: string;
  sinkUrl: string;
  signingToken: string;
};

/** As in the transport. */
const POOL = { connections: 128, pipelining: 1 };
const LIMITS = { deadlineMs: 15_000, maxResponseBytes: 1024 * 1024 };

const { clientToken, platformToken, emulatorUrl, sinkUrl, signingToken } = optionsOfChild<RelayOptions>();
const clients = new Map([[`Bearer ${clientToken}`, { accountId: 'bench' }]]);
const platform = new Pool(emulatorUrl, POOL);
const webhook = new Pool(sinkUrl, POOL);
const failures = { platform: 0, webhook: 0 };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => accept(request, response, Buffer.concat(chunks)));
});

function accept(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const client = clients.get(request.headers.authorization ?? '');
  if (!client) return void response.writeHead(401).end();
  const [, , agentId = '', , stateId = '', , phoneNumber = ''] = request.url!.split('/');
  const { text } = JSON.parse(bytes.toString()) as { text: string };
  const messageId = randomUUID();
  const answer = JSON.stringify({ messageId, agentId, stateId, phoneNumber, status: 'ENQUEUED' });
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  void relay({ agentId, phoneNumber, messageId, text });
}

type Message = { agentId: string; phoneNumber: string; messageId: string; text: string };

async function relay(message: Message): Promise<void> {
  const accepted = await dispatch(message).catch(() => null);
  if (accepted?.status !== 200) failures.platform += 1;
  else if ((await tell(message, accepted.body).catch(() => null))?.status !== 200) failures.webhook += 1;
}

function dispatch({ agentId, phoneNumber, messageId, text }: Message) {
  return exchange(
    platform,
    {
      method: 'POST',
      path: `/emulator/v1/phones/${phoneNumber}/agentMessages?messageId=${messageId}&agentId=${agentId}`,
      headers: { authorization: `Bearer ${platformToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ contentMessage: { text }, messageTrafficType: 'TRANSACTION' }),
    },
    LIMITS,
  );
}

function tell({ agentId, phoneNumber, messageId }: Message, answer: Buffer) {
  const { sendTime, richMessageClassification } = JSON.parse(answer.toString()) as Record<string, unknown>;
  const event = { agentId, phoneNumber, messageId, eventType: 'SENT', eventId: randomUUID(), eventOrigin: 'SERVICE' };
  const body = JSON.stringify({ ...event, sendTime, richMessageClassification });
  return exchange(
    webhook,
    {
      method: 'POST',
      path: '/webhook',
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        'x-service-eventclass': 'ServerEvent',
        'x-service-signature': createHmac('sha512', signingToken).update(body).digest('base64'),
      },
      body,
    },
    LIMITS,
  );
}

server.listen(0, '127.0.0.1', () => {
  serveParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { failures: () => failures });
});
