/** The guides as pages: all of them, with links that hold. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { GUIDE_FILES } from '../../src/http/contract/guides.ts';
import { type Api, startApi } from './context.ts';

let api: Api;
before(async () => {
  api = await startApi();
});
after(() => api[Symbol.asyncDispose]());

const get = (path: string) => api.call('GET', path, { as: null });
const guidesIn = (html: string) => [...html.matchAll(/href="(\/docs\/guides\/[^"#]+)"/g)].map((match) => match[1]!);

test('every page of docs/ is a guide', async () => {
  const pages = (await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  assert.deepEqual(
    pages.filter((file) => !GUIDE_FILES.includes(file)),
    [],
  );
  const { body } = await get('/docs/guides');
  assert.equal(new Set(guidesIn(body)).size, GUIDE_FILES.length);
});

test('every guide is a page with one title, and its links lead to pages and headings that exist', async () => {
  const { body: list } = await get('/docs/guides');
  const pages = new Map<string, string>();
  for (const path of guidesIn(list)) {
    const { status, body, headers } = await get(path);
    assert.equal(status, 200, path);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    assert.equal(body.match(/<h1>/g)?.length, 1, path);
    assert.doesNotMatch(body, /<img|<script|<h1><\/h1>/);
    pages.set(path, body);
  }
  const broken = [...pages].flatMap(([path, body]) =>
    [...body.matchAll(/href="((?:\/docs\/guides)[^"]*|#[^"]*)"/g)].flatMap(([, href]) => {
      const [target, heading] = href!.startsWith('#') ? [path, href!.slice(1)] : href!.split('#');
      const page = target === '/docs/guides' ? list : pages.get(target!);
      const isThere = page !== undefined && (heading === undefined || page.includes(`id="${heading}"`));
      return isThere ? [] : [`${path}: ${href}`];
    }),
  );
  assert.deepEqual(broken, []);
  assert.match(pages.get('/docs/guides/flows')!, /href="\/docs\/guides\/connectors#limits"/);
});

test('a name that is no guide is not found, whatever it looks like', async () => {
  for (const name of ['nothing', '..%2f..%2fpackage.json', 'toString', '__proto__']) {
    assert.equal((await get(`/docs/guides/${name}`)).status, 404, name);
  }
});
