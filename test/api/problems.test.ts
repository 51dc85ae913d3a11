/** Errors as RFC 9457 problem documents, and what a caller never sees. Source: docs/spec-choices.md §4. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createLog } from '../../src/log.ts';
import { PROBLEMS } from '../../src/problem-codes.ts';
import { createClient, listen, OPERATOR_KEY, startApi } from './context.ts';

describe('an error', () => {
  it('is a problem document with type, title, status, detail and a stable code', async () => {
    await using api = await startApi();
    const answer = await api.call('GET', '/agents/agent_none');
    assert.equal(answer.headers['content-type'], 'application/problem+json');
    assert.deepEqual(answer.body, {
      type: 'http://parley.test/problems/agent_not_found',
      title: 'No such agent',
      status: 404,
      detail: 'There is no agent agent_none.',
      code: 'agent_not_found',
    });
  });

  it('of validation lists each field with its JSON pointer', async () => {
    await using api = await startApi();
    const { body } = await api.call('POST', '/brands', { body: {} });
    assert.deepEqual(body.errors, [{ path: '/name', message: 'is required' }]);
    assert.equal(body.detail, '/name is required.');
  });

  it('of validation states the required form, time and number of fields', async () => {
    await using api = await startApi();
    const { token: as } = await createClient(api);
    const { brandId } = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body;
    const agent = { name: 'Bot', brandId, useCase: 'OTP' };
    const { agentId } = (await api.call('POST', '/agents', { as, body: agent })).body;
    const detail = async (method: 'PATCH' | 'POST', path: string, body: object) =>
      (await api.call(method, `/agents/${agentId}${path}`, { as, body })).body.detail;
    assert.match(await detail('PATCH', '', { config: { sessionTtl: '1h' } }), /\(Whole seconds with an s, from 1s to /);
    const since = await detail('POST', '/events/redeliver', { since: 'yesterday' });
    assert.equal(since, '/since must be a time such as 2026-01-02T03:04:05Z.');
    const params = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`name${index}`, index]));
    const sent = await detail('POST', '/states/a/send/+15550100001', { params });
    assert.equal(sent, '/params must have at most 100 fields.');
  });

  it('for an address that is not served is 404', async () => {
    await using api = await startApi();
    const answer = await api.call('GET', '/nowhere');
    assert.equal(answer.status, 404);
    assert.equal(answer.body.code, 'not_found');
  });

  it('for an address with an empty id is 404, and never a list', async () => {
    await using api = await startApi();
    for (const [method, path] of [
      ['GET', '/agents/'],
      ['GET', '/agents/?limit=1'],
      ['PATCH', '/agents/'],
      ['DELETE', '/agents/'],
      ['GET', '/agents//states'],
      ['GET', '/agents/x/states/'],
      ['DELETE', '/signing-tokens/'],
      ['GET', '/connectors/'],
      ['DELETE', '/dead-letters//1'],
    ] as const) {
      const answer = await api.call(method, path);
      assert.equal(answer.status, 404, `${method} ${path}`);
      assert.equal(answer.body.code, 'not_found');
    }
  });

  it('for a method that is not served is 405 and lists those that are', async () => {
    await using api = await startApi();
    const answer = await api.call('PUT', '/agents/x');
    assert.equal(answer.status, 405);
    assert.equal(answer.body.code, 'method_not_allowed');
    assert.equal(answer.headers['allow'], 'DELETE, GET, HEAD, OPTIONS, PATCH');
  });

  it('does not occur for OPTIONS and HEAD of an address that is served', async () => {
    await using api = await startApi();
    const options = await api.call('OPTIONS', '/brands', { as: null });
    assert.equal(options.status, 204);
    assert.equal(options.headers['allow'], 'GET, HEAD, OPTIONS, POST');
    const head = await api.call('HEAD', '/brands');
    assert.equal(head.status, 200);
    assert.equal(head.body, '');
  });

  it('of our own is 500 without its text, and the log has it with the id of the answer', async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const log = createLog({ level: 'info', pretty: false, destination });
    await using api = await startApi({
      log,
      outbound: {
        check: async () => {
          throw new Error('a secret detail');
        },
        request: () => Promise.reject(new Error('not here')),
        [Symbol.asyncDispose]: async () => {},
      },
    });
    const { body: brand } = await api.call('POST', '/brands', { body: { name: 'x' } });
    const answer = await api.call('POST', '/agents', {
      body: { name: 'x', brandId: brand.brandId, useCase: 'OTP', config: { eventForwardUrl: 'https://example.com' } },
    });
    assert.equal(answer.status, 500);
    assert.equal(answer.body.code, 'internal_error');
    assert.ok(!JSON.stringify(answer.body).includes('secret detail'));
    const line = lines.map((text) => JSON.parse(text)).find((entry) => entry.err);
    assert.match(line.err.stack, /a secret detail/);
    assert.equal(line.requestId, answer.headers['x-request-id']);
  });

  it('is 503 not_ready with Retry-After while the database is away, and never a 500', async () => {
    await using api = await startApi();
    const { token } = await createClient(api);
    await api.context.sql[Symbol.asyncDispose]();
    for (const as of [OPERATOR_KEY, token]) {
      const answer = await api.call('GET', '/brands', { as });
      assert.equal(answer.status, 503);
      assert.equal(answer.body.code, 'not_ready');
      assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
    }
  });
});

describe('the type of a problem', () => {
  const codes = Object.entries(PROBLEMS);
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it('is the address of a page about it, whatever refuses the request', async () => {
    await using api = await startApi();
    const problems = [
      (await api.call('GET', '/agents/none')).body,
      (await api.call('GET', '/nowhere')).body,
      (await api.call('GET', '/agents/%zz')).body,
      (await api.call('POST', '/brands', { body: '{' })).body,
    ];
    const socket = connect(Number(new URL(await listen(api)).port), '127.0.0.1');
    socket.write('NONSENSE\r\n\r\n');
    problems.push(JSON.parse((await text(socket)).split('\r\n\r\n')[1]!));
    for (const { type, code } of problems) {
      assert.equal(type, `http://parley.test/problems/${code}`);
      const { status, body } = await api.call('GET', new URL(type).pathname, { as: null });
      assert.equal(status, 200);
      assert.ok(body.includes(code));
    }
  });

  it('explains each code and what to do, as a page and as JSON', async () => {
    await using api = await startApi();
    assert.ok(codes.length > 40);
    for (const [code, { status, title, meaning, advice }] of codes) {
      assert.match(code, /^[a-z]+(_[a-z]+)*$/);
      assert.ok(status >= 400 && status < 600, code);
      assert.match(title, /^[A-Z].*[^.]$/, code);
      for (const said of [meaning, advice]) assert.match(said, /^[A-Z`].{20,}[.]$/, code);
      const page = await api.call('GET', `/problems/${code}`, { as: null, headers: { accept: BROWSER } });
      assert.match(String(page.headers['content-type']), /^text\/html/);
      const words = page.body
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>');
      for (const said of [code, String(status), title, meaning.replaceAll('`', ''), advice.replaceAll('`', '')]) {
        assert.ok(words.includes(said), `${code}: ${said}`);
      }
      const { body } = await api.call('GET', `/problems/${code}`, {
        as: null,
        headers: { accept: 'application/json' },
      });
      assert.deepEqual(body, { type: `http://parley.test/problems/${code}`, code, status, title, meaning, advice });
    }
  });

  it('leads to a page that a screen reader and a strict browser can show', async () => {
    await using api = await startApi();
    for (const path of ['/problems', '/problems/state_in_use']) {
      const { body, headers } = await api.call('GET', path, { as: null });
      const policy = String(headers['content-security-policy']);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      assert.match(policy, /default-src 'none'/);
      assert.ok(!policy.includes('unsafe'));
      assert.ok(!/<script|\son\w+=|\sstyle=/i.test(body));
      assert.deepEqual(
        [...body.matchAll(/<style( [^>]*)?>/g)].map(([tag]) => tag),
        [`<style nonce="${nonce}">`],
      );
      assert.match(body, /<html lang="en">/);
      assert.match(body, /<title>[^<]+<\/title>/);
      assert.equal(body.match(/<main>/g)?.length, 1);
      assert.equal(body.match(/<h1>/g)?.length, 1);
      assert.equal(headers['vary'], 'accept');
    }
  });

  it('is served in the preferred form', async () => {
    await using api = await startApi();
    for (const [accept, form] of [
      [BROWSER, 'text/html'],
      ['*/*', 'text/html'],
      ['', 'text/html'],
      ['text/html, application/json;q=0.9', 'text/html'],
      ['application/json', 'application/json'],
      ['application/problem+json', 'application/json'],
      ['application/json, text/plain, */*', 'application/json'],
      ['text/html;q=0.1, application/json', 'application/json'],
    ] as const) {
      const { headers } = await api.call('GET', '/problems/not_found', { as: null, headers: { accept } });
      assert.ok(String(headers['content-type']).startsWith(form), accept);
    }
  });

  it('is in a list of all, and there is none for another word', async () => {
    await using api = await startApi();
    const { body } = await api.call('GET', '/problems', { as: null });
    for (const [code] of codes) assert.ok(body.includes(`href="/problems/${code}"`), code);
    const { body: list } = await api.call('GET', '/problems', { as: null, headers: { accept: 'application/json' } });
    assert.deepEqual(
      list.problems.map(({ code }: { code: string }) => code),
      codes.map(([code]) => code),
    );
    for (const word of ['nonsense', 'constructor', '__proto__', '%3Cscript%3E']) {
      const answer = await api.call('GET', `/problems/${word}`, { as: null });
      assert.deepEqual([answer.status, answer.body.code], [404, 'not_found']);
    }
  });

  it('is of a problem that the service can return', async () => {
    const files = await Array.fromAsync(glob('src/**/*.ts', { exclude: ['src/problem-codes.ts'] }));
    const sources = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
    assert.deepEqual(
      codes.filter(([code]) => !sources.includes(`'${code}'`)).map(([code]) => code),
      [],
    );
  });
});

describe('a full disk of the database', () => {
  it('is 503 not_ready for the caller, and logged, because only refusals show it', async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    await using api = await startApi({ log: createLog({ level: 'info', pretty: false, destination }) });
    // PostgreSQL's error, without filling a disk.
    await api.context.sql`
      create function fill() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`;
    await api.context.sql`create trigger fill before insert on brand execute function fill()`;
    const answer = await api.call('POST', '/brands', { body: { name: 'x' } });
    assert.equal(answer.status, 503);
    assert.equal(answer.body.code, 'not_ready');
    assert.ok(!JSON.stringify(answer.body).includes('No space'));
    assert.equal((await api.call('GET', '/brands')).status, 200);
    const line = lines.map((text) => JSON.parse(text)).find((entry) => entry.level === 'error');
    assert.match(line.err.message, /No space left on device/);
  });
});

describe('the log and the metrics', () => {
  it('hold no phone number, token, secret or query of a request', async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    await using api = await startApi({ log: createLog({ level: 'trace', pretty: false, destination }) });
    const { clientId, clientSecret, token } = await createClient(api);
    const { body: brand } = await api.call('POST', '/brands', { body: { name: 'x' } });
    const { body: agent } = await api.call('POST', '/agents', {
      as: token,
      body: { name: 'x', brandId: brand.brandId, useCase: 'OTP' },
    });
    const number = '+15550177777';
    const { body: signing } = await api.call('POST', '/signing-tokens', { body: {} });
    await api.call('POST', `/agents/${agent.agentId}/devices`, { as: token, body: { phoneNumber: number } });
    await api.call('DELETE', `/agents/${agent.agentId}/devices/${number}`, { as: token });
    await api.call('DELETE', `/agents/${agent.agentId}/devices/not-a-number?access_token=${token}`, { as: null });
    await api.call('GET', `/nowhere/${number}?secret=canary-in-the-query`, { as: token });
    await api.call('GET', `/agents/%00${number}`, { as: token });
    await api.call('POST', `/oauth2/token?client_secret=${clientSecret}`, {
      as: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
    });
    const seen = lines.join('') + (await api.call('GET', '/metrics', { as: null })).body;
    assert.ok(lines.length >= 9, 'there is a line for each request');
    for (const secret of [number, number.slice(1), token, clientSecret, signing.signingToken, OPERATOR_KEY, 'canary']) {
      assert.ok(!seen.includes(secret), `found ${secret.slice(0, 8)}…`);
    }
  });
});
