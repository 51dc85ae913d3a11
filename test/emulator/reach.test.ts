import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { inviteTester, registerAgent } from '../../emulator/agents.ts';
import { AGENT, type Client, startClient, until } from './harness.ts';

let client: Client;
before(async () => {
  client = await startClient();
});
after(() => client[Symbol.asyncDispose]());

const capabilities = (phone: string, agentId = AGENT, requestId: string = randomUUID()) =>
  client.google('GET', `/v1/phones/${phone}/capabilities?requestId=${requestId}&agentId=${agentId}`);

test('a phone that was never set up has RCS and shows everything but PDF in cards', async () => {
  const { status, body } = await capabilities('+4915550300001');
  assert.equal(status, 200);
  assert.deepEqual(body.features.toSorted(), [
    'ACTION_CREATE_CALENDAR_EVENT',
    'ACTION_DIAL',
    'ACTION_OPEN_URL',
    'ACTION_OPEN_URL_IN_WEBVIEW',
    'ACTION_SHARE_LOCATION',
    'ACTION_VIEW_LOCATION',
    'RICHCARD_CAROUSEL',
    'RICHCARD_STANDALONE',
  ]);
  assert.equal(body.carrier, undefined);
});

test('the carrier is reported for numbers of the United States only', async () => {
  assert.equal((await capabilities('+15550300001')).body.carrier, 'Emulated Wireless');
});

test('capabilities are 404 without RCS and for a non-tester of an unlaunched agent, 403 for an unknown agent', async () => {
  await client.drive('PUT', '/handsets/+4915550300002', { rcs: false });
  await client.drive('PUT', '/agents/unlaunched', { launched: false, testers: { '+4915550300003': 'ACCEPTED' } });
  assert.equal((await capabilities('+4915550300002')).status, 404);
  assert.equal((await capabilities('+4915550300001', 'unlaunched')).status, 404);
  assert.equal((await capabilities('+4915550300003', 'unlaunched')).status, 200);
  assert.equal((await capabilities('+4915550300001', '')).status, 403);
  assert.equal((await capabilities('+4915550300001', AGENT, '')).status, 400, 'the requestId is required');
});

test('batchGet returns who is reachable; under 500 numbers there is no sample', async () => {
  const users = ['+4915550300001', '+4915550300002', '+15550300001', '+4915550300001'];
  const { status, body } = await client.google('POST', '/v1/users:batchGet', { users, agentId: AGENT });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    reachableUsers: ['+4915550300001', '+15550300001'],
    reachableUsersMap: { 'Emulated Wireless': { reachableUsers: ['+15550300001'] } },
  });
});

test('batchGet samples three quarters of 500 numbers or more, and accepts the agent in the query too', async () => {
  const users = Array.from({ length: 501 }, (_, index) => `+49156${String(index).padStart(7, '0')}`);
  await client.drive('PUT', `/handsets/${users[0]}`, { rcs: false });
  const { body } = await client.google('POST', `/v1/users:batchGet?agentId=${AGENT}`, { users });
  assert.deepEqual(
    [body.reachableUsers.length, body.totalRandomSampleUserCount, body.reachableRandomSampleUserCount],
    [500, 375, 375],
  );
});

test('batchGet refuses none, more than 10,000, bad numbers and, with a region, numbers of another', async () => {
  const many = Array.from({ length: 10_001 }, (_, index) => `+49157${String(index).padStart(7, '0')}`);
  for (const users of [[], many, ['4915550300001']]) {
    assert.equal((await client.google('POST', '/v1/users:batchGet', { users, agentId: AGENT })).status, 400);
  }
  await client.drive('PUT', '/settings', { batchRegion: 'EUROPE' });
  const european = await client.google('POST', '/v1/users:batchGet', { users: ['+4915550300001'], agentId: AGENT });
  const mixed = ['+4915550300001', '+15550300001'];
  const refused = await client.google('POST', '/v1/users:batchGet', { users: mixed, agentId: AGENT });
  await client.drive('PUT', '/settings', { batchRegion: null });
  assert.deepEqual([european.status, refused.status, refused.body.error.status], [200, 400, 'INVALID_ARGUMENT']);
});

const event = (phone: string, body: object) =>
  client.google('POST', `/v1/phones/${phone}/agentEvents?eventId=${randomUUID()}&agentId=${AGENT}`, body);

async function say(phone: string): Promise<string> {
  return (await client.drive('POST', `/handsets/${phone}/messages`, { agentId: AGENT, text: 'Hello' })).body.messageId;
}

test('READ marks the user’s message; for an offline phone it waits', async () => {
  const phone = '+4915550300010';
  const messageId = await say(phone);
  const { status, body } = await event(phone, { eventType: 'READ', messageId });
  assert.equal(status, 200);
  assert.match(body.name, /^phones\/\+4915550300010\/agentEvents\//);
  assert.deepEqual([body.eventType, body.messageId], ['READ', messageId]);
  const second = await say(phone);
  await client.drive('PUT', `/handsets/${phone}`, { online: false });
  await event(phone, { eventType: 'READ', messageId: second });
  const states = async () => (await client.handset(phone)).transcript.map(({ state }: { state: string }) => state);
  assert.deepEqual(await states(), ['READ', 'SENT']);
  await client.drive('PUT', `/handsets/${phone}`, { online: true });
  assert.deepEqual(await states(), ['READ', 'READ']);
});

test('an event needs a type, READ needs a message, and without RCS it is 404', async () => {
  assert.equal((await event('+4915550300011', {})).status, 400);
  assert.equal((await event('+4915550300011', { eventType: 'DANCING' })).status, 400);
  assert.equal((await event('+4915550300011', { eventType: 'READ' })).status, 400);
  assert.equal((await event('+4915550300002', { eventType: 'IS_TYPING' })).status, 404);
});

const invite = (agentId: string, phoneNumber: string) => client.google('POST', '/v1/testers', { agentId, phoneNumber });

test('a tester is invited, listed, read and removed', async () => {
  const invited = await invite('testing', '+4915550300020');
  assert.deepEqual(invited.body, {
    name: 'testers/+4915550300020',
    agentId: 'testing',
    phoneNumber: '+4915550300020',
    inviteStatus: 'PENDING',
  });
  const snake = await client.google('POST', '/v1/testers', { agentId: 'testing', phone_number: '+4915550300021' });
  assert.equal(snake.status, 200);
  assert.equal((await client.google('GET', '/v1/testers?agentId=testing')).body.testers.length, 2);
  const one = '/v1/testers/+4915550300020?agentId=testing';
  assert.deepEqual((await client.google('GET', one)).body, invited.body);
  assert.deepEqual((await client.google('DELETE', one)).body, {});
  assert.equal((await client.google('GET', one)).status, 404);
  assert.equal((await client.google('DELETE', one)).status, 404);
});

test('inviting again repeats for PENDING, does nothing for ACCEPTED and fails for DECLINED until deleted', async () => {
  const testers = { '+4915550300022': 'ACCEPTED', '+4915550300023': 'DECLINED', '+4915550300024': 'PENDING' };
  await client.drive('PUT', '/agents/again', { testers });
  assert.equal((await invite('again', '+4915550300024')).body.inviteStatus, 'PENDING');
  assert.equal((await invite('again', '+4915550300022')).body.inviteStatus, 'ACCEPTED');
  assert.equal((await invite('again', '+4915550300023')).status, 400);
  await client.google('DELETE', '/v1/testers/+4915550300023?agentId=again');
  assert.equal((await invite('again', '+4915550300023')).status, 200);
});

test('the twenty-first invitation of a day is 429, and so is the two hundred and first tester', async () => {
  let nowMs = 0;
  const agent = registerAgent(new Map(), 'invitations');
  const inviteOne = (index: number) => inviteTester(agent, `+4915${index}`, { now: () => nowMs });
  for (let index = 0; index < 20; index++) inviteOne(index);
  assert.throws(() => inviteOne(20), { code: 429 });
  for (let index = 20; index < 200; index++) {
    if (index % 20 === 0) nowMs += 86_400_000;
    inviteOne(index);
  }
  nowMs += 86_400_000;
  assert.throws(() => inviteOne(200), { code: 429 });
  assert.equal(agent.testers.size, 200);
});

test('a file is uploaded raw and sent by its name', async () => {
  const upload = (contentType: string, body: string | Uint8Array<ArrayBuffer>, query = '') =>
    fetch(`${client.base}/upload/v1/files?agentId=${AGENT}${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': contentType },
      body,
    });
  const uploaded = await upload('image/png', new Uint8Array(2_000_000));
  const { name } = (await uploaded.json()) as { name: string };
  assert.match(name, /^files\/[\w-]+$/);
  const contentMessage = { uploadedRbmFile: { fileName: name } };
  assert.equal((await client.send('+4915550300030', randomUUID(), { contentMessage })).status, 200);
  assert.equal((await upload('text/html', '<p>')).status, 400);
  assert.equal((await upload('image/png', '')).status, 400);
  assert.equal((await upload('image/png', 'x', '&uploadType=multipart')).status, 400);
});

test('a file above 100 MiB is 400', async () => {
  const chunk = new Uint8Array(1024 * 1024);
  const body = new ReadableStream({
    start(controller) {
      for (let index = 0; index < 100; index++) controller.enqueue(chunk);
      controller.enqueue(new Uint8Array(1));
      controller.close();
    },
  });
  const answer = await fetch(`${client.base}/upload/v1/files?agentId=${AGENT}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'video/mp4' },
    body,
    duplex: 'half',
  });
  assert.equal(answer.status, 400);
});

test('audio, and PDF where the device cannot show it, are refused in a card', async () => {
  const upload = async (type: string) => {
    const answer = await fetch(`${client.base}/upload/v1/files?agentId=${AGENT}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': type },
      body: 'content',
    });
    return ((await answer.json()) as { name: string }).name;
  };
  const cardWith = (fileName: string) => ({
    contentMessage: {
      richCard: { standaloneCard: { cardContent: { title: 'T', media: { uploadedRbmFile: { fileName } } } } },
    },
  });
  const phone = '+4915550300031';
  const send = (body: object) => client.send(phone, randomUUID(), body);
  const [audio, pdf, image] = [await upload('audio/mpeg'), await upload('application/pdf'), await upload('image/jpeg')];
  assert.deepEqual(
    [(await send(cardWith(audio))).status, (await send(cardWith(pdf))).status, (await send(cardWith(image))).status],
    [400, 400, 200],
  );
  await client.drive('PUT', `/handsets/${phone}`, { features: ['RICHCARD_STANDALONE', 'PDF_IN_RICH_CARDS'] });
  assert.equal((await send(cardWith(pdf))).status, 200);
});

test('a file by URL is trusted, or fetched over one redirect and checked', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/good') response.writeHead(200, { 'content-type': 'image/png' }).end('png');
    else if (request.url === '/once') response.writeHead(302, { location: '/good' }).end();
    else if (request.url === '/twice') response.writeHead(302, { location: '/once' }).end();
    else if (request.url === '/html') response.writeHead(200, { 'content-type': 'text/html' }).end('html');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const create = async (fileUrl: string) =>
    (await client.google('POST', '/v1/files', { fileUrl, agentId: AGENT })).status;
  assert.deepEqual([await create('http://127.0.0.1:1/nobody'), await create('ftp://example.com/a')], [200, 400]);
  await client.drive('PUT', '/settings', { fetchFiles: true });
  const statuses = [];
  for (const path of ['/good', '/once', '/twice', '/html', '/missing']) statuses.push(await create(origin + path));
  assert.equal(await create('http://127.0.0.1:1/nobody'), 400);
  await client.drive('PUT', '/settings', { fetchFiles: false });
  assert.deepEqual(statuses, [200, 200, 400, 400, 400]);
  server.closeAllConnections();
  server.close();
  await until(() => !server.listening);
});
