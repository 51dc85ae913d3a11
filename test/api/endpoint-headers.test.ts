/** Headers that an endpoint wants: which may be given, that nobody is shown their values, and how they change. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../src/log.ts';
import { findHeaders } from '../../src/store/endpoints.ts';
import { type Answer, type Api, startApi } from './context.ts';

const URL_HERE = 'https://example.com/hook';
const SECRET = 'not-to-be-shown';
const MASK = '(a secret)';

let api: Api;
let path: string;
/** Everything that anybody was shown: answers, and lines of the log. */
let shown = '';
before(async () => {
  const destination = new PassThrough();
  destination.on('data', (line) => {
    shown += line;
  });
  api = await startApi({ log: createLog({ level: 'trace', pretty: false, destination }) });
  const { body: brand } = await api.call('POST', '/brands', { body: { name: 'x' } });
  const agent = { name: 'x', brandId: brand.brandId, useCase: 'OTP' };
  const { agentId } = (await api.call('POST', '/agents', { body: agent })).body;
  path = `/agents/${agentId}/endpoints`;
});
after(async () => {
  assert.ok(shown.length > 0 && !shown.includes(SECRET), 'a secret was shown');
  await api?.[Symbol.asyncDispose]();
});

async function call(method: string, at: string, body?: object, status = 200): Promise<Answer> {
  const answer = await api.call(method, at, body && { body });
  shown += JSON.stringify(answer);
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer;
}

const add = async (body: object) => (await call('POST', path, { url: URL_HERE, ...body }, 201)).body;
const change = async (endpointId: string, body: object, status = 200) =>
  (await call('PATCH', `${path}/${endpointId}`, body, status)).body;
const kept = (endpointId: string) => findHeaders(api.context.sql, api.context.encryption, endpointId);
const remove = (endpointId: string) => call('DELETE', `${path}/${endpointId}`, undefined, 204);

describe('headers of an endpoint are refused', () => {
  const connection = /belongs to the connection/;
  const ours = /the service sets itself/;
  const noName = /is not the name of a header/;
  const form = /Printable ASCII/;
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-${index}`, SECRET]));
  const refusals: [string, Record<string, unknown>, string, RegExp][] = [
    ...[
      ...['Host', 'content-length', 'Transfer-Encoding', 'CONNECTION', 'te', 'Upgrade', 'Trailer', 'Keep-Alive'],
      ...['Proxy-Authorization', 'proxy-connection', 'Proxy-Anything', 'Expect'],
    ].map((name): [string, Record<string, unknown>, string, RegExp] => [name, { [name]: SECRET }, name, connection]),
    ...[
      ...['Content-Type', 'user-agent', 'X-Service-Signature', 'x-service-anything'],
      ...['webhook-id', 'Webhook-Timestamp', 'webhook-signature', 'traceparent', 'tracestate'],
    ].map((name): [string, Record<string, unknown>, string, RegExp] => [name, { [name]: SECRET }, name, ours]),
    ['a name with a space', { 'X Key': SECRET }, 'X Key', noName],
    ['a name with a colon', { 'X-Key:': SECRET }, 'X-Key:', noName],
    ['a name with a line end', { 'X-Key\r\nX-Other': SECRET }, 'X-Key\r\nX-Other', noName],
    ['a name without a character', { '': SECRET }, '', noName],
    ['a name that is too long', { ['x'.repeat(101)]: SECRET }, 'x'.repeat(101), noName],
    ['one name in two cases', { 'X-Key': SECRET, 'x-key': SECRET }, 'x-key', /the same header as X-Key/],
    ['a CR and an LF', { 'X-Key': `${SECRET}\r\nX-Other: 1` }, 'X-Key', form],
    ['an LF at the end', { 'X-Key': `${SECRET}\n` }, 'X-Key', form],
    ['a NUL', { 'X-Key': `${SECRET}\0` }, 'X-Key', /U\+0000/],
    ['a DEL', { 'X-Key': `${SECRET}\x7f` }, 'X-Key', form],
    ['a letter that is not of ASCII', { 'X-Key': `${SECRET}é` }, 'X-Key', form],
    ['a space at the end', { 'X-Key': `${SECRET} ` }, 'X-Key', form],
    ['a value that is too long', { 'X-Key': SECRET.repeat(200) }, 'X-Key', /at most 2000 characters/],
    ['an empty value', { 'X-Key': '' }, 'X-Key', /must not be empty/],
    ['a number', { 'X-Key': 1 }, 'X-Key', /must be a string/],
    ['the mask', { 'X-Key': MASK }, 'X-Key', /leave the header out/],
    ['more than ten', many, '', /at most 10 fields/],
  ];
  for (const [what, headers, name, reason] of refusals) {
    it(`with ${what}`, async () => {
      const { body } = await call('POST', path, { url: URL_HERE, headers }, 400);
      const at = what === 'more than ten' ? '/headers' : `/headers/${name}`;
      const fault = body.errors.find((error: { path: string }) => error.path === at);
      assert.match(fault?.message ?? JSON.stringify(body), reason);
    });
  }

  it('in a change as well, which then changes nothing', async () => {
    const { endpointId } = await add({ headers: { 'X-Key': SECRET } });
    const refused = await change(endpointId, { headers: { Host: 'h', 'X-Key': null } }, 400);
    assert.deepEqual(
      refused.errors.map((error: { path: string }) => error.path),
      ['/headers/Host'],
    );
    await change(endpointId, { headers: { 'X-Key': `${SECRET}\r\n` } }, 400);
    const nine = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`x-${index}`, SECRET]));
    const tooMany = await change(endpointId, { headers: nine }, 400);
    assert.match(tooMany.detail, /^\/headers would be 11 /);
    assert.deepEqual(await kept(endpointId), { 'X-Key': SECRET });
    await remove(endpointId);
  });
});

describe('the headers of an endpoint', () => {
  it('are stored sealed, and shown by their names wherever the endpoint is', async () => {
    const made = await add({ headers: { Authorization: `Bearer ${SECRET}`, 'X-Key': SECRET } });
    const { endpointId } = made;
    assert.deepEqual(made.headers, { Authorization: MASK, 'X-Key': MASK });
    assert.deepEqual((await call('GET', `${path}/${endpointId}`)).body, made);
    assert.deepEqual((await call('GET', path)).body, { endpoints: [made] });
    const rows = JSON.stringify(await api.context.sql`select * from endpoint`);
    assert.ok(rows.includes('v1.') && !rows.includes(SECRET), rows);
    assert.deepEqual(await kept(endpointId), { Authorization: `Bearer ${SECRET}`, 'X-Key': SECRET });
    await remove(endpointId);
  });

  it('change one by one, whatever the case of their names, and are cleared together', async () => {
    const { endpointId } = await add({ headers: { 'X-One': `${SECRET}-1`, 'X-Two': `${SECRET}-2` } });
    await change(endpointId, { description: 'Another' });
    await change(endpointId, { headers: {} });
    assert.deepEqual(await kept(endpointId), { 'X-One': `${SECRET}-1`, 'X-Two': `${SECRET}-2` });
    const changed = await change(endpointId, {
      headers: { 'x-two': `${SECRET}-3`, 'X-Three': SECRET, 'X-None': null },
    });
    assert.deepEqual(changed.headers, { 'X-One': MASK, 'x-two': MASK, 'X-Three': MASK });
    await change(endpointId, { headers: { 'x-one': null } });
    assert.deepEqual(await kept(endpointId), { 'x-two': `${SECRET}-3`, 'X-Three': SECRET });
    const cleared = await change(endpointId, { headers: null });
    assert.deepEqual([cleared.headers, await kept(endpointId)], [undefined, {}]);
    await remove(endpointId);
  });

  it('are in the audit log by their names, also when one only has another value', async () => {
    const { endpointId } = await add({ headers: { 'X-Key': SECRET, 'X-Same': SECRET } });
    await change(endpointId, { headers: { 'X-Key': `${SECRET}-2`, 'X-Same': SECRET } });
    await change(endpointId, { headers: { 'X-Key': `${SECRET}-2` } });
    await change(endpointId, { headers: null });
    await remove(endpointId);
    const { entries } = (await call('GET', `/audit-log?resourceKind=endpoint&resourceId=${endpointId}`)).body;
    const both = { 'X-Key': MASK, 'X-Same': MASK };
    assert.deepEqual(
      entries.map(({ before, after }: Answer['body']) => [before?.headers, after?.headers]),
      [
        [undefined, undefined],
        [both, undefined],
        [{ 'X-Key': MASK }, { 'X-Key': '(another secret)' }],
        [undefined, both],
      ],
    );
  });

  it('follow to no other origin unless each is given again or cleared', async () => {
    const { endpointId } = await add({ headers: { 'X-One': SECRET, 'X-Two': SECRET } });
    const elsewhere = 'https://elsewhere.example.com/hook';
    for (const url of [elsewhere, 'https://example.com:8443/hook', 'http://example.com/hook']) {
      const refused = await change(endpointId, { url, headers: { 'x-one': SECRET } }, 400);
      assert.deepEqual(
        refused.errors.map((error: { path: string }) => error.path),
        ['/headers'],
      );
      assert.match(refused.detail, /another origin: X-Two/);
    }
    assert.equal((await call('GET', `${path}/${endpointId}`)).body.url, URL_HERE);
    await change(endpointId, { url: 'https://EXAMPLE.com:443/another?path' });
    assert.deepEqual(await kept(endpointId), { 'X-One': SECRET, 'X-Two': SECRET });
    await change(endpointId, { url: elsewhere, headers: { 'X-One': `${SECRET}-2`, 'X-Two': null } });
    assert.deepEqual(await kept(endpointId), { 'X-One': `${SECRET}-2` });
    await change(endpointId, { url: URL_HERE, headers: null });
    await change(endpointId, { url: elsewhere });
    await remove(endpointId);
  });
});
