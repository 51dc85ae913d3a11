/** `parley media`, against a real service. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../harness.ts';
import { makeFolder, type Parley, parley } from './run.ts';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

let service: Service;
let cli: Parley;
before(async () => {
  service = await startService();
  cli = parley(service);
});
after(() => service[Symbol.asyncDispose]());

test('a file is uploaded, listed with its address, fetched there, and deleted', async () => {
  assert.match(await cli.says('media', 'list'), /media upload <file>/);
  await using folder = await makeFolder();
  await writeFile(join(folder.path, 'dot.gif'), GIF);
  const { mediaId, url, type, name } = await cli.json('media', 'upload', join(folder.path, 'dot.gif'));
  assert.deepEqual({ type, name }, { type: 'image/gif', name: 'dot.gif' });
  assert.deepEqual(Buffer.from(await (await fetch(url)).arrayBuffer()), GIF);
  assert.match(await cli.says('media', 'list'), new RegExp(`${mediaId} +dot\\.gif +image/gif +1 kB .* ${url}`));
  assert.match(await cli.says('media', 'delete', mediaId), /Deleted/);
  assert.equal((await fetch(url)).status, 404);
});

test('a file that phones do not show, or that is not there, is refused in words', async () => {
  await using folder = await makeFolder();
  await writeFile(join(folder.path, 'page.png'), '<html>');
  assert.match(
    (await cli.fails('media', 'upload', join(folder.path, 'page.png'))).stderr,
    /no known type; phones show image\/jpeg/,
  );
  assert.match((await cli.fails('media', 'upload', join(folder.path, 'gone.png'))).stderr, /cannot be read/);
});
