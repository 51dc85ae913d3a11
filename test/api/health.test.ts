/** The operator's endpoints: liveness, readiness, metrics. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import type { Lanes } from '../../src/lanes/lanes.ts';
import { startApi } from './context.ts';

describe('the service', () => {
  it('is alive, whatever the state of the database', async () => {
    await using api = await startApi();
    await api.context.sql[Symbol.asyncDispose]();
    const answer = await api.call('GET', '/healthz', { as: null });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { status: 'alive' });
  });

  it('is ready when the database answers and it owns lanes', async () => {
    await using api = await startApi({ lanes: { owned: () => [{ lane: 0 }], idle: () => [] } as unknown as Lanes });
    const answer = await api.call('GET', '/readyz', { as: null });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { ready: true, reasons: [] });
  });

  it('is ready without a lane while others own them: it could take one over', async () => {
    await using api = await startApi();
    const { sql } = api.context;
    await sql`insert into process (process_id, host, pid) values ('another', 'elsewhere', 1)`;
    await sql`insert into lane_owner (lane, owner) values (0, 'another')`;
    assert.equal((await api.call('GET', '/readyz', { as: null })).status, 200);
  });

  it('is not ready while it has lost lanes that it owns in the database', async () => {
    await using api = await startApi();
    const { sql } = api.context;
    await sql`insert into process (process_id, host, pid) values ('this', 'here', 1)`;
    await sql`insert into lane_owner (lane, owner) values (0, 'this')`;
    assert.equal((await api.call('GET', '/readyz', { as: null })).status, 503);
  });

  it('is not ready while nobody owns a lane, and reports why', async () => {
    await using api = await startApi();
    const answer = await api.call('GET', '/readyz', { as: null });
    assert.equal(answer.status, 503);
    assert.deepEqual(answer.body, { ready: false, reasons: ['No process owns a lane yet.'] });
  });

  it('is not ready while nothing works on a lane that it owns, and reports which', async () => {
    const owned = [{ lane: 2 }, { lane: 3 }];
    const idle = (longerThanMs: number) => (longerThanMs > 0 ? [3] : [2, 3]);
    await using api = await startApi({ lanes: { owned: () => owned, idle } as unknown as Lanes });
    const begun = await api.call('GET', '/readyz', { as: null });
    assert.equal(begun.status, 503);
    assert.deepEqual(begun.body.reasons, ['Work on the lanes of this process has not started.']);
    owned.push({ lane: 1 });
    const answer = await api.call('GET', '/readyz', { as: null });
    assert.equal(answer.status, 503);
    assert.match(answer.body.reasons.join(), /owns lane 3/);
  });

  it('is not ready while the database is away, and reports why', async () => {
    await using api = await startApi();
    await api.context.sql[Symbol.asyncDispose]();
    const answer = await api.call('GET', '/readyz', { as: null });
    assert.equal(answer.status, 503);
    assert.deepEqual(answer.body, { ready: false, reasons: ['The database does not respond.'] });
  });

  it('prints its metrics, with requests by route and not by address', async () => {
    await using api = await startApi();
    await api.call('GET', '/agents/agent_secretive');
    const answer = await api.call('GET', '/metrics', { as: null });
    assert.match(String(answer.headers['content-type']), /^text\/plain/);
    assert.match(
      answer.body,
      /parley_http_request_seconds_count\{method="GET",route="\/agents\/:agentId",status="404"\} 1/,
    );
    assert.ok(!answer.body.includes('secretive'));
  });

  it('leads a browser from the root to the console, and nobody else', async () => {
    await using api = await startApi();
    const ask = (accept: string) => api.call('GET', '/', { as: null, headers: { accept } });
    const browser = await ask('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
    assert.equal(browser.status, 302);
    assert.equal(browser.headers['location'], '/console');
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const { status, headers } = await ask(accept);
      assert.equal(status, 200, accept);
      assert.equal(headers['vary'], 'accept');
    }
  });

  it('introduces itself at the root, with the addresses of its documents', async () => {
    await using api = await startApi();
    const answer = await api.call('GET', '/', { as: null });
    assert.equal(answer.status, 200);
    assert.equal(answer.body.name, 'Parley');
    assert.match(answer.body.version, /^\d+\.\d+\.\d+/);
    for (const path of Object.values(answer.body.links) as string[]) {
      assert.notEqual((await api.call('GET', path, { as: null })).status, 404, path);
    }
  });
});

describe('the service, when it stops', () => {
  /** A service with a connection that has sent this much. */
  async function connected(bytes: string) {
    const api = await startApi();
    const url = new URL(await api.server.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(url.port), url.hostname).setEncoding('latin1');
    socket.write(bytes);
    await once(api.server.server, 'connection');
    // The first bytes come with the connection, or before the next ones.
    await (await fetch(`${url}healthz`)).arrayBuffer();
    return { api, socket };
  }

  it('answers a request that is under way, and does not wait for its connection', { timeout: 10_000 }, async () => {
    const { api, socket } = await connected('POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n');
    const stopped = api[Symbol.asyncDispose]();
    const answered = once(socket, 'data');
    socket.write('{}');
    const [answer] = await answered;
    assert.match(answer, /^HTTP\/1\.1 4/);
    await Promise.all([stopped, once(socket, 'close')]);
  });

  it('does not wait for a connection without a request', { timeout: 10_000 }, async () => {
    const { api } = await connected('');
    await api[Symbol.asyncDispose]();
  });
});
