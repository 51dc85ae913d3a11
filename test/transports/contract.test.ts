/** Every transport of the registry passes the same rows, against the emulator over real HTTP. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { startEmulator } from '#emulator';
import type { ContentMessage } from '../../src/model/content-message.ts';
import type { Notice } from '../../src/model/notice.ts';
import { createGoogleRbm } from '../../src/transports/google-rbm.ts';
import { checkServiceAccountKey } from '../../src/transports/google-token.ts';
import { createTransport, type Platform, TRANSPORTS } from '../../src/transports/index.ts';
import type { OutboundMessage, Transport } from '../../src/transports/transport.ts';
import { silent } from './platform-stub.ts';

const OPERATOR_KEY = 'operator-key-of-the-test';

type Stage = {
  transport: Transport;
  /** One call of the emulator's driver addresses. */
  drive(method: string, path: string, body?: object): Promise<unknown>;
  /** Everything that the webhook received, with the transport's result. */
  deliveries: { headers: IncomingHttpHeaders; body: Buffer; status: number; notices: Notice[] }[];
} & AsyncDisposable;

/** How each transport is set up: an entry of the registry without one does not compile. */
const SET_UP: Record<Platform, (emulatorUrl: string, webhookUrl: string, drive: Stage['drive']) => Promise<Transport>> =
  {
    async emulator(emulatorUrl, webhookUrl) {
      const transport = createTransport({
        platform: 'emulator',
        operatorKey: OPERATOR_KEY,
        emulatorUrl: () => emulatorUrl,
        webhookUrl: () => webhookUrl,
        googleServiceAccountFile: null,
        googleRegion: null,
        googleWebhookToken: null,
        log: silent,
      });
      return transport;
    },
    async google(emulatorUrl, _webhookUrl, drive) {
      const serviceAccount = checkServiceAccountKey(await drive('GET', '/service-account'), 'the emulator');
      const apiUrl = `${emulatorUrl}/emulator`;
      return createGoogleRbm({
        apiUrl,
        serviceAccount,
        webhookToken: 'token-of-the-console',
        log: silent,
        lookUpPauseMs: 1,
      });
    },
  };

async function setUp(platform: Platform): Promise<Stage> {
  const emulator = await startEmulator({ host: '127.0.0.1', port: 0, operatorKey: OPERATOR_KEY, log: silent });
  const deliveries: Stage['deliveries'] = [];
  let transport: Transport | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const received = transport!.receive({ headers: request.headers, body });
    deliveries.push({ headers: request.headers, body, status: received.status, notices: received.notices });
    response.writeHead(received.status, { 'content-type': received.contentType }).end(received.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/platform/webhook`;

  const drive: Stage['drive'] = async (method, path, body) => {
    const response = await fetch(`${emulator.url}/emulator${path}`, {
      method,
      headers: { authorization: `Bearer ${OPERATOR_KEY}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path} → ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  transport = await SET_UP[platform](emulator.url, webhookUrl, drive);
  await transport.start();
  if (platform === 'google') {
    await drive('PUT', '/webhook', { webhookUri: webhookUrl, verificationToken: 'token-of-the-console' });
  }
  return {
    transport,
    drive,
    deliveries,
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]();
      await emulator[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let lastNumber = 15550100000;
/** A separate phone for every test, outside the US so that classifications stay away. */
const newPhone = () => `+49${++lastNumber}`;

function messageTo(phoneNumber: string, contentMessage: ContentMessage = { text: 'hello' }): OutboundMessage {
  return {
    platformAgentId: 'demo_agent',
    phoneNumber,
    messageId: randomUUID(),
    contentMessage,
    useCase: 'TRANSACTIONAL',
    messageTrafficType: null,
    answersUser: false,
    ttlSeconds: null,
  };
}

async function until<Value>(what: string, find: () => Value | undefined | Promise<Value | undefined>): Promise<Value> {
  const giveUpAt = Date.now() + 5000;
  for (;;) {
    const value = await find();
    if (value !== undefined) return value;
    assert.ok(Date.now() < giveUpAt, `${what} did not come within 5 s`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

for (const platform of Object.keys(TRANSPORTS) as Platform[]) {
  describe(`the transport "${platform}"`, () => {
    let stage: Stage;
    before(async () => {
      stage = await setUp(platform);
    });
    after(() => stage[Symbol.asyncDispose]());

    const send = (message: OutboundMessage) => stage.transport.send(message);
    const handset = async (phoneNumber: string) =>
      (await stage.drive('GET', `/handsets/${phoneNumber}`)) as {
        transcript: { messageId: string; state: string; duplicates: number }[];
      };
    const fault = (phoneNumber: string, ...faults: object[]) =>
      stage.drive('PUT', `/handsets/${phoneNumber}`, { faults });
    const noticesOf = (phoneNumber: string) =>
      stage.deliveries.flatMap(({ notices }) => notices).filter((notice) => notice.phoneNumber === phoneNumber);
    const notice = (phoneNumber: string, kind: Notice['kind'], eventType?: string) =>
      until(`${kind} ${eventType ?? ''}`, () =>
        noticesOf(phoneNumber).find(
          (notice) => notice.kind === kind && (notice.kind === 'user-message' || notice.eventType === eventType),
        ),
      );
    const says = (phoneNumber: string, said: object) =>
      stage.drive('POST', `/handsets/${phoneNumber}/messages`, { agentId: 'demo_agent', ...said });
    const does = (phoneNumber: string, done: object) =>
      stage.drive('POST', `/handsets/${phoneNumber}/events`, { agentId: 'demo_agent', ...done });

    test('is named as it is chosen', () => assert.equal(stage.transport.name, platform));

    test('a message is accepted, reaches the phone, and its delivery is reported', async () => {
      const message = messageTo(newPhone());
      const accepted = await send(message);
      assert.match(accepted.acceptedAt, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);
      assert.equal(accepted.classification, null);
      const delivered = await notice(message.phoneNumber, 'user-event', 'DELIVERED');
      assert.partialDeepStrictEqual(delivered, { platformAgentId: 'demo_agent', messageId: message.messageId });
    });

    test('a message to a US number comes back classified', async () => {
      const { classification } = await send(messageTo('+15550100077', { text: 'x'.repeat(161) }));
      assert.deepEqual(classification, { classificationType: 'RICH_MESSAGE', segmentCount: 2 });
    });

    for (const duplicateStatus of [200, 409]) {
      test(`a repeated id is accepted and reaches the phone once, even when the platform answers ${duplicateStatus}`, async () => {
        await stage.drive('PUT', '/settings', { duplicateStatus });
        const message = messageTo(newPhone());
        await send(message);
        await send(message);
        const { transcript } = await handset(message.phoneNumber);
        assert.deepEqual(
          transcript.map((entry) => entry.duplicates),
          [1],
        );
        await stage.drive('PUT', '/settings', { duplicateStatus: 200 });
      });
    }

    test('a connection that breaks after the platform accepted the message is transient, and a repeat reaches the phone once', async () => {
      const message = messageTo(newPhone());
      await fault(message.phoneNumber, { afterAccept: true });
      await assert.rejects(send(message), { kind: 'transient', retry: true, httpStatus: null, body: null });
      await send(message);
      assert.equal((await handset(message.phoneNumber)).transcript.length, 1);
    });

    test("a number without RCS is unreachable, permanently, with the platform's response", async () => {
      const message = messageTo(newPhone());
      await stage.drive('PUT', `/handsets/${message.phoneNumber}`, { rcs: false });
      await assert.rejects(send(message), { kind: 'unreachable', retry: false, httpStatus: 404, body: /"NOT_FOUND"/ });
    });

    test('a failing platform is transient, and the same message passes later', async () => {
      const message = messageTo(newPhone());
      await fault(message.phoneNumber, { status: 503, times: 1 }, { status: 500, times: 1 });
      await assert.rejects(send(message), { kind: 'transient', retry: true, httpStatus: 503 });
      await assert.rejects(send(message), { kind: 'transient', retry: true, httpStatus: 500 });
      await send(message);
    });

    test('too many messages are throttled', async () => {
      const message = messageTo(newPhone());
      await fault(message.phoneNumber, { status: 429 });
      await assert.rejects(send(message), { kind: 'throttled', retry: true, httpStatus: 429 });
    });

    test('a message that the platform refuses is invalid content, permanently', async () => {
      const message = messageTo(newPhone(), { text: 'x'.repeat(3073) });
      await assert.rejects(send(message), { kind: 'invalid_content', retry: false, httpStatus: 400 });
    });

    test('an agent that is not launched may not write to non-testers', async () => {
      await stage.drive('PUT', '/agents/new_agent', { launched: false });
      const message = { ...messageTo(newPhone()), platformAgentId: 'new_agent' };
      await assert.rejects(send(message), { kind: 'not_permitted', retry: false, httpStatus: 403 });
      assert.deepEqual(await stage.transport.checkCapability(message), { reachable: false, features: [] });
    });

    test('a multi-use agent may send', async () => {
      await stage.drive('PUT', '/agents/multi_agent', { launched: true, useCase: 'MULTI_USE' });
      for (const answersUser of [false, true]) {
        await send({
          ...messageTo(newPhone()),
          platformAgentId: 'multi_agent@rbm.goog',
          useCase: 'MULTI_USE',
          answersUser,
        });
      }
    });

    test('a capability check returns what a phone can do, or that it has no RCS', async () => {
      const recipient = messageTo(newPhone());
      const { reachable, features } = await stage.transport.checkCapability(recipient);
      assert.equal(reachable, true);
      assert.ok(features.includes('RICHCARD_STANDALONE'));
      await stage.drive('PUT', `/handsets/${recipient.phoneNumber}`, { rcs: false });
      assert.deepEqual(await stage.transport.checkCapability(recipient), { reachable: false, features: [] });
    });

    test('a capability check of a failing platform has no answer', async () => {
      const recipient = messageTo(newPhone());
      await fault(recipient.phoneNumber, { on: 'capability', status: 503 });
      await assert.rejects(stage.transport.checkCapability(recipient), { kind: 'transient' });
    });

    test('a message that waits is revoked; one that was delivered, or never was, is not', async () => {
      const message = messageTo(newPhone());
      await stage.drive('PUT', `/handsets/${message.phoneNumber}`, { online: false });
      await send(message);
      assert.equal(await stage.transport.revoke(message), true);
      assert.equal(await stage.transport.revoke({ ...message, messageId: randomUUID() }), false);
      const delivered = messageTo(newPhone());
      await send(delivered);
      await notice(delivered.phoneNumber, 'user-event', 'DELIVERED');
      assert.equal(await stage.transport.revoke(delivered), false);
    });

    const said: [name: string, said: object, content: object][] = [
      ['a text', { text: 'hello' }, { text: 'hello' }],
      [
        'the tap of a reply',
        { suggestion: { text: 'Yes', postbackData: 'yes', type: 'REPLY' } },
        { suggestionResponse: { text: 'Yes', postbackData: 'yes', type: 'REPLY' } },
      ],
      [
        'the tap of an action',
        { suggestion: { text: 'Map', postbackData: 'map', type: 'ACTION' } },
        { suggestionResponse: { text: 'Map', postbackData: 'map', type: 'ACTION' } },
      ],
      [
        'a location',
        { location: { latitude: 52.5, longitude: 0 } },
        { location: { latitude: '52.5', longitude: '0' } },
      ],
      [
        'a file',
        { file: { mimeType: 'image/png', fileSizeBytes: 7, fileName: 'a.png', fileUri: 'https://files.test/a' } },
        {
          userFile: {
            payload: { mimeType: 'image/png', fileSizeBytes: 7, fileName: 'a.png', fileUri: 'https://files.test/a' },
          },
        },
      ],
    ];
    for (const [name, what, content] of said) {
      test(`the user's message is reported: ${name}`, async () => {
        const phoneNumber = newPhone();
        await says(phoneNumber, what);
        const told = await notice(phoneNumber, 'user-message');
        assert.partialDeepStrictEqual(told, { platformAgentId: 'demo_agent', kind: 'user-message' });
        assert.deepEqual(told.kind === 'user-message' && told.content, content);
      });
    }

    test("the user's message is reported: the tap of an action in the form of an event", async () => {
      await stage.drive('PUT', '/settings', { actionTaps: 'event' });
      const phoneNumber = newPhone();
      await says(phoneNumber, { suggestion: { text: 'Map', postbackData: 'map', type: 'ACTION' } });
      const told = await notice(phoneNumber, 'user-message');
      assert.equal(told.kind === 'user-message' && told.content.suggestionResponse?.type, 'ACTION');
      await stage.drive('PUT', '/settings', { actionTaps: 'message' });
    });

    for (const eventType of ['IS_TYPING', 'SUBSCRIBE', 'UNSUBSCRIBE']) {
      test(`the user's event is reported: ${eventType}`, async () => {
        const phoneNumber = newPhone();
        await does(phoneNumber, { eventType });
        const told = await notice(phoneNumber, 'user-event', eventType);
        assert.partialDeepStrictEqual(told, { messageId: null, platformAgentId: 'demo_agent' });
      });
    }

    test("the user's event is reported: READ, of the message that was read", async () => {
      const message = messageTo(newPhone());
      await send(message);
      await notice(message.phoneNumber, 'user-event', 'DELIVERED');
      await does(message.phoneNumber, { eventType: 'READ', messageId: message.messageId });
      const told = await notice(message.phoneNumber, 'user-event', 'READ');
      assert.partialDeepStrictEqual(told, { messageId: message.messageId });
    });

    const expiries = [
      ['revoked', 'TTL_EXPIRATION_REVOKED'],
      ['revokeFailed', 'TTL_EXPIRATION_REVOKE_FAILED'],
    ] as const;
    for (const [expiry, eventType] of expiries) {
      test(`the end of a message that was never delivered is reported: ${eventType}`, async () => {
        const message = { ...messageTo(newPhone()), ttlSeconds: 1 };
        await stage.drive('PUT', `/handsets/${message.phoneNumber}`, { online: false, expiry });
        await send(message);
        const told = await notice(message.phoneNumber, 'server-event', eventType);
        assert.partialDeepStrictEqual(told, { messageId: message.messageId, platformAgentId: 'demo_agent' });
      });
    }

    test('a repeated notice has the same dedupeId', async () => {
      await stage.drive('PUT', '/settings', { webhook: { duplicatePercent: 100 } });
      const phoneNumber = newPhone();
      await says(phoneNumber, { text: 'twice' });
      const told = await until('both deliveries', () => {
        const notices = noticesOf(phoneNumber);
        return notices.length === 2 ? notices : undefined;
      });
      assert.equal(told[0]?.dedupeId, told[1]?.dedupeId);
      await stage.drive('PUT', '/settings', { webhook: { duplicatePercent: 0 } });
    });

    test('a forged delivery is refused without a notice, a replayed one has the same notice', async () => {
      const phoneNumber = newPhone();
      await says(phoneNumber, { text: 'real' });
      await notice(phoneNumber, 'user-message');
      const real = stage.deliveries.find(({ notices }) => notices[0]?.phoneNumber === phoneNumber)!;
      assert.deepEqual(stage.transport.receive(real).notices, real.notices);
      const { message } = JSON.parse(real.body.toString());
      const data = Buffer.from(Buffer.from(message.data, 'base64').toString().replace('real', 'fake')).toString(
        'base64',
      );
      const forgeries = [
        { headers: real.headers, body: Buffer.from(JSON.stringify({ message: { ...message, data } })) },
        { headers: { ...real.headers, 'x-goog-signature': undefined }, body: real.body },
        { headers: { ...real.headers, 'x-goog-signature': 'AAAA' }, body: real.body },
      ];
      for (const forgery of forgeries) {
        const received = stage.transport.receive(forgery);
        assert.ok(received.status >= 400 && received.notices.length === 0);
      }
    });

    test('the handshake with another token is refused', () => {
      const body = Buffer.from(JSON.stringify({ clientToken: 'another', secret: '42' }));
      assert.equal(stage.transport.receive({ headers: {}, body }).status, 403);
    });

    test('every call of the webhook was acknowledged', () => {
      assert.deepEqual(new Set(stage.deliveries.map(({ status }) => status)), new Set([200]));
    });
  });
}
