/** Serving the console: as built, or with instructions if it was not. Its pages are tested in test/console/. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Api, startApi } from './context.ts';

const INDEX = '<meta property="csp-nonce" nonce="NONCE"><script src="/console/assets/a.js" nonce="NONCE"></script>';

let folder: string;
let api: Api;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), INDEX);
  await writeFile(join(folder, '.built-from'), 'secret');
  await writeFile(join(folder, 'assets', 'a.js'), 'let a;');
  await writeFile(join(folder, 'assets', 'a.js.gz'), gzipSync('let a;'));
  api = await startApi({ consoleFolder: folder });
});
after(async () => {
  await api[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers = {}) => api.call('GET', path, { as: null, headers });

describe('the console', () => {
  it('is one document at every address of a page, so that addresses can be shared', async () => {
    for (const path of ['/console', '/console/', '/console/agents/agent_1/flow/a.b', '/console/events?status=FAILED']) {
      const answer = await get(path);
      assert.equal(answer.status, 200, path);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
      assert.match(answer.body, /assets\/a\.js/);
    }
  });

  it('allows its own scripts and styles with the response’s nonce, and nothing from elsewhere', async () => {
    const [first, second] = [await get('/console'), await get('/console')];
    const policy = String(first.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.match(policy, /base-uri 'none'.*frame-ancestors 'none'/);
    assert.ok(!/unsafe|https?:|\*/.test(policy), policy);
    assert.equal(first.body.split(`nonce="${nonce}"`).length, 3);
    assert.ok(!second.body.includes(nonce), 'another nonce every time');
    assert.equal(first.headers['x-content-type-options'], 'nosniff');
    assert.equal(first.headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(first.headers['referrer-policy'], 'no-referrer');
    assert.equal(first.headers['cache-control'], 'no-store');
  });

  it('has assets that a browser caches, compressed where it accepts that', async () => {
    const answer = await get('/console/assets/a.js', { 'accept-encoding': 'gzip' });
    assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.equal((await get('/console/assets/a.js')).body, 'let a;');
  });

  it('has nothing at other addresses of assets, and nothing outside their folder', async () => {
    const missing = await get('/console/assets/b.js');
    assert.equal(missing.status, 404);
    assert.equal(missing.body.code, 'not_found');
    for (const path of ['/console/assets/../.built-from', '/console/assets/..%2f.built-from', '/console/assets/']) {
      const answer = await get(path);
      assert.ok(!JSON.stringify(answer.body).includes('secret'), path);
    }
  });

  it('that was not built shows how to build it', async () => {
    await using other = await startApi({ consoleFolder: join(folder, 'nothing') });
    const { status, body } = await other.call('GET', '/console/brands', { as: null });
    assert.equal(status, 503);
    assert.match(body, /npm run build:console/);
    assert.equal((await other.call('GET', '/console/assets/a.js', { as: null })).status, 404);
  });
});
