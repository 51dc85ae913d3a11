/** What the API's client adds to a request: one error for refusals, complete lists, and no retry. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ApiProblem, createClient } from '#client';

type Answer = { status: number; type?: string; body?: string };
const json = (body: object): Answer => ({ status: 200, type: 'application/json', body: JSON.stringify(body) });

/** A service that gives these responses, one after the other, and then none. */
async function startScript(answers: Answer[]) {
  const asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    const answer = answers[asked.length - 1];
    if (answer) response.writeHead(answer.status, { 'content-type': answer.type ?? 'text/html' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function problemOf(call: Promise<unknown>): Promise<ApiProblem> {
  const problem = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  assert.ok(problem instanceof ApiProblem, String(problem));
  return problem;
}

test('a path is filled in and encoded, and the token is sent', async () => {
  await using service = await startScript([{ status: 204 }]);
  const client = createClient({ url: service.url, token: 'secret' });
  const path = { agentId: 'a/b', phoneNumber: '+15550100001' };
  assert.equal(await client.DELETE('/agents/{agentId}/devices/{phoneNumber}', { params: { path } }), undefined);
  const [{ method, url, headers } = assert.fail()] = service.asked;
  assert.equal(`${method} ${url}`, 'DELETE /agents/a%2Fb/devices/%2B15550100001');
  assert.equal(headers.authorization, 'Bearer secret');
});

test('a problem document is thrown with its own text, field by field, without a retry', async () => {
  const errors = [{ path: '/name', message: 'must not be empty' }];
  const problem = { code: 'validation_failed', title: 'Not valid', detail: '/name must not be empty', errors };
  await using service = await startScript([{ ...json(problem), status: 400, type: 'application/problem+json' }]);
  const thrown = await problemOf(createClient({ url: service.url }).POST('/brands', { body: { name: '' } }));
  const { status, code, title, detail, message } = thrown;
  assert.deepEqual({ code, title, detail, errors: thrown.errors }, problem);
  assert.deepEqual({ status, message }, { status: 400, message: problem.detail });
  assert.equal(service.asked.length, 1);
});

test("a proxy's page is a problem that names the request", async () => {
  await using service = await startScript([{ status: 502, body: '<h1>Bad Gateway</h1>' }]);
  const { status, code, title, detail } = await problemOf(createClient({ url: service.url }).GET('/brands'));
  assert.deepEqual({ status, code, title }, { status: 502, code: 'unexpected', title: '502 Bad Gateway' });
  assert.equal(detail, `GET ${service.url}/brands`);
});

test('a response that is not JSON, or has no body, is an error', async () => {
  await using service = await startScript([{ status: 200, body: '<h1>Hello</h1>' }, { status: 200 }]);
  const client = createClient({ url: service.url });
  await assert.rejects(client.GET('/brands'), SyntaxError);
  await assert.rejects(client.GET('/brands'), SyntaxError);
});

test('a list is read page by page, no further than requested', async () => {
  const page = (brandId: string) => json({ brands: [{ brandId }], nextCursor: `after ${brandId}` });
  await using service = await startScript([page('a'), page('b')]);
  const client = createClient({ url: service.url });
  const brands = await client.list('/brands', 'brands', { params: { query: { accountId: 'one' } }, atMost: 2 });
  assert.deepEqual(
    brands.map(({ brandId }) => brandId),
    ['a', 'b'],
  );
  assert.deepEqual(
    service.asked.map(({ url }) => url),
    ['/brands?accountId=one', '/brands?accountId=one&cursor=after%20a'],
  );
});

test('a response that does not come in time is given up', async () => {
  await using service = await startScript([]);
  const client = createClient({ url: service.url, timeoutMs: 50 });
  await assert.rejects(client.GET('/brands'), { name: 'TimeoutError' });
  const { signal } = new AbortController();
  await assert.rejects(client.GET('/brands', { signal }), { name: 'TimeoutError' }, 'with a signal of its own');
});
