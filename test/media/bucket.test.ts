/**
 * Media in a bucket. `S3_URL=https://key:secret@host/bucket` tries a real store, as `CITUS_URL` does a real cluster;
 * without it a stand-in checks what every store does: the signature, the length, ranges.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { AwsV4Signer } from 'aws4fetch';
import { RemoteFailure } from '../../src/errors.ts';
import { createBucket } from '../../src/media/bucket.ts';
import type { BucketAddress } from '../../src/media/bucket-address.ts';
import { type Listener, listenHttp } from '../net/servers.ts';

let store: Listener;
let address: BucketAddress;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-bucket-'));
  store = await standIn();
  address = readAddress(process.env['S3_URL'] ?? `${store.url.replace('//', '//key:secret@')}/pictures`);
});
after(async () => {
  await store?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function readAddress(text: string): BucketAddress {
  const { username, password, origin, pathname } = new URL(text);
  return { url: origin + pathname, region: 'us-east-1', accessKeyId: username, secretAccessKey: password };
}

/** Objects by path, for whoever signs with the secret. */
function standIn(): Promise<Listener> {
  const objects = new Map<string, Buffer>();
  return listenHttp(async (request, response) => {
    const { method, url = '', headers } = request;
    if (headers.authorization !== (await signatureOf(request))) return void response.writeHead(403).end('secret');
    const object = objects.get(url);
    if (method === 'PUT') {
      // A store refuses a body whose length it is not told.
      if (headers['content-length'] === undefined) return void response.writeHead(411).end();
      objects.set(url, await buffer(request));
      return void response.end();
    }
    if (method === 'DELETE') return void response.writeHead(objects.delete(url) ? 204 : 404).end();
    if (!object) return void response.writeHead(404).end();
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    response.writeHead(start ? 206 : 200).end(start ? object.subarray(Number(start), Number(end) + 1) : object);
  });
}

async function signatureOf({ method, url, headers }: IncomingMessage): Promise<string | null> {
  const signer = new AwsV4Signer({
    method: method!,
    url: `http://${headers.host}${url}`,
    headers: { 'x-amz-content-sha256': String(headers['x-amz-content-sha256']) },
    datetime: String(headers['x-amz-date']),
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    service: 's3',
    region: 'us-east-1',
  });
  return (await signer.sign()).headers.get('authorization');
}

test('a file is put, read whole and in part, and removed, also twice', async () => {
  const bucket = createBucket(address);
  const path = join(folder, 'boots');
  const bytes = Buffer.alloc(3_000_000, 'boots ');
  await writeFile(path, bytes);
  await bucket.put('a.png', path, 'image/png');
  assert.deepEqual(await buffer((await bucket.read('a.png', null))!), bytes);
  assert.equal(String(await buffer((await bucket.read('a.png', { start: 6, end: 10 }))!)), 'boots');
  await bucket.remove('a.png');
  await bucket.remove('a.png');
  assert.equal(await bucket.read('a.png', null), null);
});

test('a refusal says its status and keeps the text of the store to itself; silence may pass', async () => {
  const path = join(folder, 'refused');
  await writeFile(path, 'x');
  const refused = createBucket({ ...address, secretAccessKey: 'guessed' }).put('b.png', path, 'image/png');
  await assert.rejects(refused, (error: unknown) => {
    assert.ok(error instanceof RemoteFailure);
    assert.match(error.message, /^the bucket answered 403$/);
    return !error.retry;
  });
  const silent = createBucket({ ...address, url: 'http://127.0.0.1:9/nobody' }).read('b.png', null);
  await assert.rejects(silent, (error: unknown) => error instanceof RemoteFailure && error.retry);
});
