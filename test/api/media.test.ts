/** Media: uploaded, told by their content, served to anybody who has the address, and those of others looked at. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it, mock } from 'node:test';
import { startUpkeep } from '../../src/maintenance.ts';
import { createMedia } from '../../src/media/media.ts';
import { createOutbound } from '../../src/net/outbound.ts';
import { insertMedium } from '../../src/store/media.ts';
import { listenHttp } from '../net/servers.ts';
import { until } from '../until.ts';
import { type Answer, type Api, createClient, listen, OPERATOR_KEY, startApi } from './context.ts';

/** One transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  Buffer.from('0000000d49444154789c6360000002000001e221bc330000000049454e44ae426082', 'hex'),
]);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

let folder: string;
let api: Api;
let as: string;
let address: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-media-'));
  const outbound = createOutbound({ network: 'any' });
  api = await startApi({ outbound, media: createMedia({ dataDir: folder, mediaBucket: null }, outbound) });
  as = (await createClient(api)).token;
  address = await listen(api);
});
after(async () => {
  await api[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const upload = (body: Buffer, { name = 'boots.gif', type = 'application/x-www-form-urlencoded' } = {}) =>
  api.call('POST', `/media?name=${encodeURIComponent(name)}`, { as, body, headers: { 'content-type': type } });
const pathOf = ({ body }: Answer) => new URL(body.url).pathname;
const fetched = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(address + path, { method, headers });
const leftBehind = () => readdir(join(folder, 'media/incoming'));

describe('a file', () => {
  it('is what its content is, whatever its name and Content-Type say', async () => {
    const answer = await upload(PNG, { name: 'Wäsche & mehr.exe', type: 'text/html' });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    const { type, bytes, name, url } = answer.body;
    assert.deepEqual({ type, bytes, name }, { type: 'image/png', bytes: PNG.length, name: 'Wäsche & mehr.exe' });
    assert.match(url, /^http:\/\/parley\.test\/media\/media_[a-z0-9]{20}\/Wasche-mehr\.png$/);
    const listed = await api.call('GET', '/media', { as });
    assert.deepEqual(listed.body.media[0], answer.body);
    assert.deepEqual((await api.call('GET', `/media/${answer.body.mediaId}`, { as })).body, answer.body);
  });

  it('is refused when phones do not show it, when it is empty, and when it is too large; nothing is left of it', async () => {
    const svg = await upload(SVG, { name: 'logo.png', type: 'image/png' });
    assert.equal(svg.status, 415);
    assert.match(svg.body.detail, /phones show image\/jpeg/);
    assert.equal((await upload(Buffer.alloc(0))).status, 415);
    const tooLarge = await fetch(`${address}/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}` },
      // 101 MiB that are never in memory together.
      body: Readable.toWeb(Readable.from(repeated(Buffer.alloc(1024 * 1024), 101))) as never,
      duplex: 'half',
    } as RequestInit).then(
      ({ status }) => status,
      // The service closes the connection on what it does not read.
      () => 413,
    );
    assert.equal(tooLarge, 413);
    await until(async () => (await leftBehind()).length === 0, 'the rest of a refused file to go');
    assert.equal((await api.call('GET', '/media', { as })).body.media.length, 1);
  });

  it('is served to anybody who has its address, and to nobody else', async () => {
    const path = pathOf(await upload(GIF));
    const answer = await fetched(path);
    assert.equal(answer.status, 200);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), GIF);
    const headers = Object.fromEntries(answer.headers);
    assert.equal(headers['content-type'], 'image/gif');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.match(headers['content-security-policy'] ?? '', /default-src 'none'.*sandbox/);
    assert.equal((await fetched(path.replace('boots', 'other'))).status, 404);
    assert.equal((await fetched(path.replace(/media_.{20}/, 'media_aaaaaaaaaaaaaaaaaaaa'))).status, 404);
  });

  it('is served in ranges, without its body, and not again to who has it', async () => {
    const path = pathOf(await upload(GIF));
    const range = async (range: string) => {
      const answer = await fetched(path, { range });
      return [answer.status, answer.headers.get('content-range'), Buffer.from(await answer.arrayBuffer())];
    };
    const { length } = GIF;
    assert.deepEqual(await range('bytes=0-5'), [206, `bytes 0-5/${length}`, GIF.subarray(0, 6)]);
    assert.deepEqual(await range('bytes=6-'), [206, `bytes 6-${length - 1}/${length}`, GIF.subarray(6)]);
    assert.deepEqual(await range('bytes=-1'), [206, `bytes ${length - 1}-${length - 1}/${length}`, GIF.subarray(-1)]);
    const beyond = await fetched(path, { range: `bytes=${length}-` });
    assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${length}`]);
    assert.equal(((await beyond.json()) as { code: string }).code, 'range_not_satisfiable');
    assert.deepEqual(await range('bytes=0-1,3-4'), [200, null, GIF]);
    const head = await fetched(path, {}, 'HEAD');
    assert.equal(head.headers.get('content-length'), String(length));
    const tag = head.headers.get('etag')!;
    assert.equal((await fetched(path, { 'if-none-match': tag })).status, 304);
    const other = await fetched(path, { range: 'bytes=0-1', 'if-range': '"other"' });
    assert.equal(other.status, 200);
    await other.arrayBuffer();
  });

  it('belongs to its account', async () => {
    const { body } = await upload(GIF);
    const { accountId } = (await api.call('POST', '/accounts', { body: { name: 'Another' } })).body;
    const stranger = (await createClient(api, accountId)).token;
    const call = (method: string) => api.call(method, `/media/${body.mediaId}`, { as: stranger });
    assert.equal((await call('GET')).body.code, 'media_not_found');
    assert.equal((await call('DELETE')).body.code, 'media_not_found');
    assert.deepEqual((await api.call('GET', '/media', { as: stranger })).body.media, []);
    assert.equal((await api.call('POST', '/media', { as: null, body: GIF })).status, 401);
  });

  it('is not deleted while a state or an agent names it', async () => {
    const used = await upload(GIF);
    const { url, mediaId } = used.body;
    const { body: brand } = await api.call('POST', '/brands', { body: { name: 'Acme' } });
    const agent = { name: 'Bot', brandId: brand.brandId, useCase: 'OTP', config: { identity: { logoUri: url } } };
    const { agentId, config } = (await api.call('POST', '/agents', { as, body: agent })).body;
    assert.deepEqual(config.identity, { logoUri: url });
    const template = { contentMessage: { contentInfo: { fileUrl: url } } };
    await api.call('POST', `/agents/${agentId}/states/shown`, { as, body: { template } });
    const remove = () => api.call('DELETE', `/media/${mediaId}`, { as });
    const refused = await remove();
    assert.equal(refused.body.code, 'media_in_use');
    assert.match(refused.body.detail, /state shown of agent/);
    assert.match(refused.body.detail, /the identity of agent/);
    await api.call('DELETE', `/agents/${agentId}/states/shown`, { as });
    assert.equal((await remove()).status, 409);
    await api.call('PATCH', `/agents/${agentId}`, { as, body: { config: { identity: null } } });
    assert.equal((await remove()).status, 204);
    assert.equal((await fetched(pathOf(used))).status, 404);
    assert.equal((await readdir(join(folder, 'media'))).filter((file) => file.startsWith(mediaId)).length, 0);
  });

  it('that was given up halfway is shown to nobody, and upkeep removes it', async () => {
    const { sql, log, metrics, media } = api.context;
    const half = {
      mediaId: 'media_halfhalfhalfhalfhalf',
      accountId: 'default',
      name: 'x',
      type: 'image/png',
      bytes: 3,
    };
    assert.equal(await insertMedium(sql, half, 10 ** 12), true);
    await writeFile(join(folder, `media/${half.mediaId}.png`), 'abc');
    assert.equal((await fetched(`/media/${half.mediaId}/x.png`)).status, 404);
    await sql`update media set created_at = now() - interval '2 hours' where media_id = ${half.mediaId}`;
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      await using _upkeep = await startUpkeep({ sql, log, metrics, media, laneCount: 0 }, () => new Date());
      mock.timers.tick(3_600_000);
      const rows = () => sql`select 1 from media where media_id = ${half.mediaId}`;
      await until(async () => (await rows()).length === 0, 'upkeep to remove it');
    } finally {
      mock.timers.reset();
    }
    assert.ok(!(await readdir(join(folder, 'media'))).includes(`${half.mediaId}.png`));
  });

  it('is not taken when the account has no room for it', async () => {
    const { sql } = api.context;
    const large = { mediaId: 'media_largelargelargelarge', accountId: 'default', name: 'x', type: 'image/png' };
    assert.equal(await insertMedium(sql, { ...large, bytes: 10 * 1024 ** 3 }, 10 ** 12), true);
    assert.equal((await upload(GIF)).body.code, 'media_full');
    await sql`delete from media where media_id = ${large.mediaId}`;
    assert.equal((await upload(GIF)).status, 201);
  });
});

describe('a picture elsewhere', () => {
  const look = (url: string, as: string | null = OPERATOR_KEY) =>
    api.call('GET', `/media/remote?url=${encodeURIComponent(url)}`, { as });

  it('is fetched for the operator, and shown as what it is', async () => {
    await using server = await listenHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(PNG);
    });
    const answer = await look(`${server.url}/a.html`);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'image/png');
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.match(String(answer.headers['content-security-policy']), /sandbox/);
    assert.equal((await look(server.url, as)).status, 403);
    assert.equal((await look(server.url, null)).status, 401);
  });

  it('is not shown when it is something else, too large, missing, or behind a redirect', async () => {
    await using server = await listenHttp((request, response) => {
      if (request.url === '/page') response.end('<script>alert(1)</script>');
      else if (request.url === '/svg') response.end(SVG);
      else if (request.url === '/large') response.end(Buffer.concat([PNG, Buffer.alloc(17 * 1024 * 1024)]));
      else if (request.url === '/elsewhere') response.writeHead(302, { location: '/png' }).end();
      else response.writeHead(404).end();
    });
    for (const path of ['/page', '/svg', '/large', '/elsewhere', '/gone']) {
      assert.equal((await look(server.url + path)).body.code, 'media_unreachable', path);
    }
    assert.equal((await look('file:///etc/passwd')).body.code, 'media_unreachable');
  });

  it('of our own is served from where it is kept', async () => {
    const { body } = await upload(GIF);
    const answer = await look(body.url);
    assert.equal(answer.status, 302);
    assert.equal(answer.headers['location'], new URL(body.url).pathname);
  });
});

function* repeated(chunk: Buffer, times: number) {
  for (let count = 0; count < times; count++) yield chunk;
}
