/**
 * Media in a bucket of an S3-compatible store: for several machines. The store's address is the operator's, so it may be
 * private. Requests are signed by `aws4fetch`; a file goes and comes as a stream.
 */
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { RemoteFailure } from '../errors.ts';
import type { BucketAddress } from './bucket-address.ts';
import type { Files } from './files.ts';

/** For the largest file, at 2 MB a second. */
const PUT_MS = 60_000;
/** Until an answer begins. A file that is read may then take as long as its reader does. */
const ANSWER_MS = 10_000;

type Asked = { method: string; key: string; timeMs?: number; headers?: Record<string, string>; body?: Blob };

export function createBucket({ url, region, accessKeyId, secretAccessKey }: BucketAddress): Files {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', ...(region && { region }) });

  async function ask({ method, key, timeMs = ANSWER_MS, headers = {}, body }: Asked): Promise<Response> {
    // Signed without its body: a file is not read twice, and TLS protects it.
    const given = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...headers };
    const signed = await client.sign(`${url}/${key}`, { method, headers: given });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeMs);
    try {
      return await fetch(signed.url, { method, headers: signed.headers, body: body ?? null, signal: late.signal });
    } catch (cause) {
      throw new RemoteFailure('transient', 'the bucket does not respond', { retry: true, cause });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async put(key, path, type) {
      const body = await openAsBlob(path);
      const answer = await ask({ method: 'PUT', key, body, headers: { 'content-type': type }, timeMs: PUT_MS });
      await answer.body?.cancel();
      if (!answer.ok) throw refusal(answer);
    },

    async read(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await ask({ method: 'GET', key, headers });
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream);
      await answer.body?.cancel();
      if (answer.status === 404) return null;
      throw refusal(answer);
    },

    async remove(key) {
      const answer = await ask({ method: 'DELETE', key });
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404) throw refusal(answer);
    },
  };
}

/** Its text stays out: it may repeat the key's id. */
function refusal({ status }: Response): RemoteFailure {
  const retry = status >= 500 || status === 429;
  return new RemoteFailure(retry ? 'transient' : 'refused', `the bucket answered ${status}`, { retry });
}
