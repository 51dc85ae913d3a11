/** Headers that an endpoint wants: they are sent to it, and to nobody else. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { createOpenHeaders } from '../../src/forwarding/own-headers.ts';
import type { Headers } from '../../src/model/endpoint-headers.ts';
import { createEncryption, type Encryption } from '../../src/secrets/encryption.ts';
import { until } from '../until.ts';
import { addAgent, addEndpoint, countForwards, eventOf, listAttempts, startWebhook, startWorld } from './setup.ts';

const SECRET = 'not-to-be-shown';
const HEADERS = { Authorization: `Bearer ${SECRET}`, 'X-Key': `${SECRET}-2` };

const seal = (encryption: Encryption, headers: Headers, endpointId = 'further') => ({
  sealedHeaders: { endpointId, text: encryption.seal(JSON.stringify(headers), endpointId) },
});

describe('the headers that an endpoint wants', () => {
  it('are sent with each attempt to it, beside ours, and not to others of the agent', async () => {
    await using world = await startWorld();
    await using own = await startWebhook();
    await using other = await startWebhook();
    let fails = true;
    await using further = await startWebhook(() => {
      if (!fails) return 200;
      fails = false;
      return 500;
    });
    const agent = addAgent(world, 'agent', own.url);
    addEndpoint(world, 'agent', 'further', { url: further.url, ...seal(world.encryption, HEADERS) });
    addEndpoint(world, 'agent', 'other', { url: other.url });
    const forwarder = world.start({ delaysMs: [0, 0] });
    const lane = await world.take(forwarder);
    await lane.commit([eventOf('agent', 1)], { further: ['further', 'other'] });
    await until(async () => (await countForwards(world)) === 0, 'everything to be forwarded');
    assert.equal(further.requests.length, 2);
    for (const { headers } of further.requests) {
      assert.deepEqual([headers.authorization, headers['x-key']], [HEADERS.Authorization, HEADERS['X-Key']]);
      assert.equal(headers['x-service-eventclass'], 'UserEvent');
    }
    for (const { headers } of [...own.requests, ...other.requests]) {
      assert.deepEqual([headers.authorization, headers['x-key']], [undefined, undefined]);
    }
    assert.deepEqual([own.requests.length, other.requests.length], [1, 1]);
    const streamed = await forwarder.headersOf(world.agents.get('agent') ?? agent, eventOf('agent', 1));
    assert.ok(!JSON.stringify(streamed).includes(SECRET) && !('X-Key' in streamed));
  });

  it('are sent with a test event, which shows their names, and an answer that repeats them does not show them', async () => {
    await using world = await startWorld();
    await using echo = await startWebhook(({ headers }, response) => {
      const { authorization } = headers;
      response.writeHead(200).end(`${'.'.repeat(1000)}${authorization} ${authorization?.slice(7)} ${headers['x-key']}`);
      return 'by itself';
    });
    const agent = addAgent(world, 'agent');
    const target = { url: echo.url, ...seal(world.encryption, HEADERS) };
    addEndpoint(world, 'agent', 'further', target);
    const forwarder = world.start();
    const tested = await forwarder.test(agent, target, 'UserMessage');
    assert.equal(echo.requests[0]!.headers['x-key'], HEADERS['X-Key']);
    const { requestHeaders: shown } = tested;
    assert.deepEqual([shown['Authorization'], shown['X-Key']], ['(a secret)', '(a secret)']);
    const lane = await world.take(forwarder);
    await lane.commit([eventOf('agent', 1)], { further: ['further'], own: false });
    await until(async () => (await countForwards(world)) === 0, 'it to be forwarded');
    const [attempt] = await listAttempts(world);
    for (const { response } of [attempt!, tested]) assert.match(response!, /^\.{1000}\(a secret\)/);
    // Not even the beginning of one that the limit cuts.
    assert.ok(!JSON.stringify([attempt, tested]).includes(SECRET.slice(0, 6)));
  });

  it('are decrypted once for as long as the endpoint is cached', () => {
    const encryption = createEncryption([randomBytes(32)]);
    let opened = 0;
    const openHeaders = createOpenHeaders({
      ...encryption,
      open(...given) {
        opened += 1;
        return encryption.open(...given);
      },
    });
    const { sealedHeaders } = seal(encryption, HEADERS);
    for (let events = 0; events < 10; events += 1) assert.deepEqual(openHeaders(sealedHeaders).headers, HEADERS);
    assert.equal(opened, 1);
    assert.deepEqual(openHeaders({ ...sealedHeaders }).headers, HEADERS);
    assert.equal(opened, 2);
    assert.throws(() => openHeaders({ ...sealedHeaders, endpointId: 'of-another' }));
  });
});
