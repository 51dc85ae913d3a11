/** How many calls run at once, who waits for whom, and when a system that keeps timing out gets a pause. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAdmission, MAX_ACCOUNT_CALLS, type Sign } from '../../src/connectors/admission.ts';
import type { OperationOutcome } from '../../src/connectors/index.ts';
import { createLog } from '../../src/log.ts';
import type { JsonObject } from '../../src/model/json.ts';
import { FAILURES_TO_OPEN, FIRST_SLOTS, MAX_SLOTS, PAUSE } from '../../src/net/breaker.ts';
import { listenTcp } from '../net/servers.ts';
import { until } from '../until.ts';
import { ACCOUNT, httpCall, listenAndKeep, setUp } from './setup.ts';

const WAIT_MS = 60_000;
const log = createLog({ level: 'silent', pretty: false });
const tick = () => new Promise((resolve) => setImmediate(resolve));
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, i) => make(i));
const codeOf = (outcome: OperationOutcome) => (outcome.ok ? 'ok' : outcome.error.code);

/** Calls that the test starts and ends. */
function calls() {
  const clock = { ms: 1_000_000 };
  const admission = createAdmission({ log, now: () => new Date(clock.ms) });
  const begun: { name: string; leave: (sign: Sign) => void }[] = [];
  const refused: { name: string; message: string }[] = [];
  const ask = (name: string, { origin = 'a', account = 'one', waitMs = WAIT_MS } = {}) =>
    admission.enter(account, origin, waitMs).then(
      (leave) => void begun.push({ name, leave }),
      (error) => void refused.push({ name, message: `${error.code}: ${error.message}` }),
    );
  const names = () => begun.map(({ name }) => name);
  async function end(sign: Sign = null): Promise<void> {
    begun.shift()!.leave(sign);
    await tick();
  }
  return { admission, clock, begun, refused, names, ask, end };
}

describe('calls of one account to one origin', () => {
  it('are limited, and those that wait start in order of arrival', async () => {
    const { admission, begun, names, ask, end } = calls();
    for (const name of times(FIRST_SLOTS + 3, String)) void ask(name);
    await tick();
    assert.deepEqual(names(), times(FIRST_SLOTS, String));
    assert.equal(admission.waiting(), 3);
    for (let n = 0; n < 3; n += 1) await end();
    assert.deepEqual(names().slice(-3), ['16', '17', '18']);
    while (begun.length > 0) await end();
    assert.equal(admission.waiting(), 0);
    for (const name of times(FIRST_SLOTS, String)) void ask(name);
    await tick();
    assert.equal(begun.length, FIRST_SLOTS, 'every slot was given back');
  });

  it('get more slots as answers come', async () => {
    const { begun, ask, end } = calls();
    for (const name of times(500, String)) void ask(name);
    await tick();
    for (let n = 0; n < 400; n += 1) await end('answered');
    assert.equal(begun.length, MAX_SLOTS);
  });

  it('that find no slot in time fail, and report what was under way', async () => {
    const { admission, refused, ask } = calls();
    for (const name of times(FIRST_SLOTS, String)) void ask(name);
    await ask('late', { waitMs: 1 });
    assert.deepEqual(refused, [
      {
        name: 'late',
        message: 'busy: no call could start within 1 ms: 16 calls to a are in flight, and 16 for the account in all',
      },
    ]);
    assert.equal(admission.waiting(), 0);
  });
});

describe('calls of one account', () => {
  it('are limited in all, and its origins take turns', async () => {
    const { begun, names, ask, end } = calls();
    const origins = MAX_ACCOUNT_CALLS / FIRST_SLOTS;
    for (const n of times(MAX_ACCOUNT_CALLS, (index) => index)) void ask('full', { origin: `o${n % origins}` });
    for (const name of times(3, (index) => `x${index}`)) void ask(name, { origin: 'x' });
    for (const name of times(3, (index) => `y${index}`)) void ask(name, { origin: 'y' });
    await tick();
    assert.equal(begun.length, MAX_ACCOUNT_CALLS);
    for (let n = 0; n < 6; n += 1) await end();
    assert.deepEqual(names().slice(-6), ['x0', 'y0', 'x1', 'y1', 'x2', 'y2']);
  });

  it('never wait for those of another account', async () => {
    const { names, ask } = calls();
    for (const n of times(2 * MAX_ACCOUNT_CALLS, (index) => index)) void ask('one', { origin: `o${n % 32}` });
    await ask('other', { account: 'two', origin: 'o1' });
    assert.equal(names().at(-1), 'other');
  });
});

describe('an origin that keeps timing out', () => {
  it('gets a pause, and those who wait for it fail at once', async () => {
    const { admission, clock, refused, begun, ask, end } = calls();
    for (const name of times(40, String)) void ask(name);
    await tick();
    for (let n = 0; n < FAILURES_TO_OPEN; n += 1) await end('timed out');
    const message = 'unavailable: a has timed out many times in a row and is paused; the next call is in 5 s';
    const waited = 40 - FIRST_SLOTS - (FAILURES_TO_OPEN - 1);
    assert.deepEqual(
      refused,
      times(waited, (n) => ({ name: String(n + 40 - waited), message })),
    );
    assert.deepEqual([admission.waiting(), admission.openBreakers()], [0, 1]);
    while (begun.length > 0) await end();

    clock.ms += PAUSE.firstMs;
    refused.length = 0;
    await ask('probe');
    await ask('beside');
    await ask('elsewhere', { origin: 'b' });
    assert.deepEqual(
      begun.map(({ name }) => name),
      ['probe', 'elsewhere'],
    );
    assert.match(refused[0]!.message, /^unavailable: .*; a probe is under way$/);
    await end('answered');
    assert.equal(admission.openBreakers(), 0);
    await ask('again');
    assert.deepEqual(
      begun.map(({ name }) => name),
      ['elsewhere', 'again'],
    );
  });

  it('is paused for its own account only', async () => {
    const { names, ask, end } = calls();
    for (let n = 0; n < FAILURES_TO_OPEN; n += 1) await ask('one').then(() => end('timed out'));
    await ask('one');
    await ask('other', { account: 'two' });
    assert.deepEqual(names(), ['other']);
  });

  it('over HTTP: fails fast with a plain reason, is probed, and is called again when it answers', async () => {
    let isHanging = true;
    await using server = await listenAndKeep((_seen, response) => {
      if (!isHanging) response.end('{}');
    });
    await using parley = setUp({ deadlineMs: 500 });
    const call = httpCall({ method: 'GET', url: `${server.url}/x?secret=1` });
    const run = () => parley.connectors.run(call);
    const outcomes = await Promise.all(times(FAILURES_TO_OPEN, run));
    assert.deepEqual(new Set(outcomes.map(codeOf)), new Set(['timeout']));
    const asked = server.seen.length;
    assert.deepEqual(await run(), {
      ok: false,
      error: {
        code: 'unavailable',
        message: `${server.url} has timed out many times in a row and is paused; the next call is in 5 s`,
      },
    });
    assert.equal(server.seen.length, asked);
    parley.clock.ms += PAUSE.firstMs;
    assert.deepEqual((await Promise.all([run(), run()])).map(codeOf), ['timeout', 'unavailable']);
    isHanging = false;
    parley.clock.ms += 2 * PAUSE.firstMs;
    assert.equal(codeOf(await run()), 'ok');
    assert.equal(parley.connectors.openBreakers(), 0);
  });

  it('is also one whose token endpoint hangs', async () => {
    await using tokens = await listenTcp();
    await using server = await listenAndKeep();
    const credential = {
      name: 'n',
      type: 'oauth2ClientCredentials',
      clientId: 'c',
      clientSecret: 's',
      tokenUrl: tokens.url,
    } as const;
    await using parley = setUp({
      deadlineMs: 50,
      connectors: [{ connectorId: 'shop', baseUrl: server.url, operations: { find: { method: 'GET', path: '/' } } }],
      credentials: { auth_1: { connectorId: 'shop', credential } },
    });
    const call = { accountId: ACCOUNT, connectorId: 'shop', authenticationId: 'auth_1', operation: 'find', data: {} };
    await Promise.all(times(FAILURES_TO_OPEN, () => parley.connectors.run(call)));
    assert.equal(codeOf(await parley.connectors.run(call)), 'unavailable');
  });

  const neutral: [why: string, data: (url: string) => JsonObject, leftMs: number | null][] = [
    ['a refused connection', () => ({ method: 'GET', url: 'http://127.0.0.1:1/' }), null],
    ['what cannot be sent', (url) => ({ method: 'GET', url, body: 'x' }), null],
    ['a time-out of a turn that had little time left', (url) => ({ method: 'GET', url }), 550],
  ];
  for (const [why, data, leftMs] of neutral) {
    it(`is not one because of ${why}`, async () => {
      await using server = await listenTcp();
      await using parley = setUp({});
      const turn = leftMs === null ? null : { idempotencyKey: 'k', leftMs, tokens: { used: 0 } };
      const run = () => parley.connectors.run(httpCall(data(server.url)), turn);
      const outcomes = await Promise.all(times(FAILURES_TO_OPEN, run));
      assert.ok(outcomes.every(({ ok }) => !ok));
      assert.equal(codeOf(await run()), codeOf(outcomes[0]!));
    });
  }
});

describe('the time that a turn has left', () => {
  it('ends a call, and reports after how long', async () => {
    await using server = await listenTcp();
    await using parley = setUp({});
    const call = httpCall({ method: 'GET', url: server.url });
    const outcome = await parley.connectors.run(call, { idempotencyKey: 'k', leftMs: 600, tokens: { used: 0 } });
    assert.equal(codeOf(outcome), 'timeout');
    assert.match(outcome.ok ? '' : outcome.error.message, /^no complete response within (600|5\d\d) ms$/);
  });

  it('fails the operation at once when it is used up, and nothing is sent', async () => {
    await using server = await listenAndKeep();
    await using parley = setUp({});
    const call = httpCall({ method: 'GET', url: server.url });
    for (const leftMs of [0, -5, 499]) {
      const outcome = await parley.connectors.run(call, { idempotencyKey: 'k', leftMs, tokens: { used: 0 } });
      assert.deepEqual(outcome, {
        ok: false,
        error: { code: 'out_of_time', message: 'the operations of the turn have used up their time' },
      });
    }
    assert.equal(server.accepted, 0);
  });

  it('bounds the wait for a slot', async () => {
    await using server = await listenTcp();
    await using parley = setUp({ deadlineMs: 2_000 });
    const call = httpCall({ method: 'GET', url: server.url });
    const hanging = times(FIRST_SLOTS, () => parley.connectors.run(call));
    await until(() => server.received.length === FIRST_SLOTS, 'every slot to be taken');
    const outcome = await parley.connectors.run(call, { idempotencyKey: 'k', leftMs: 600, tokens: { used: 0 } });
    assert.equal(codeOf(outcome), 'busy');
    await Promise.all(hanging);
  });
});
