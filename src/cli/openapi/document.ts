/** An OpenAPI document from a file or a URL, in JSON or YAML, and what its references refer to. */
import { readFile } from 'node:fs/promises';
import { isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { keysOf } from '../../model/json-pointer.ts';
import { CommandFailure } from '../failure.ts';

/** The largest published ones have about 12 MB. */
const MAX_BYTES = 32 * 1024 * 1024;
const FETCH_MS = 30_000;
/** References to references; a longer chain goes round in a circle. */
const MAX_CHAIN = 20;

export type Document = {
  root: JsonObject;
  /** Where it was read, against which a relative address of a server is resolved; null for a file. */
  url: string | null;
};

/** @throws CommandFailure when it cannot be read, or is no OpenAPI 3 */
export async function readDocument(source: string): Promise<Document> {
  const isUrl = /^https?:\/\//i.test(source);
  const root = await parse(source, isUrl ? await download(source) : await readText(source));
  const { openapi, swagger } = isObject(root) ? root : {};
  if (isObject(root) && typeof openapi === 'string' && openapi.startsWith('3.')) {
    return { root, url: isUrl ? source : null };
  }
  const found =
    swagger === undefined ? 'It has no "openapi: 3…" at its beginning.' : 'It is Swagger 2: convert it to OpenAPI 3.';
  throw new CommandFailure('This is not an OpenAPI document', `${source}: OpenAPI 3.0 or 3.1 is needed. ${found}`);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new CommandFailure('The document cannot be read', (cause as Error).message, { cause });
  }
}

/** With `fetch`, because such addresses redirect; loading it takes longer than most commands. */
async function download(url: string): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (cause) {
    const { message, cause: reason } = cause as Error;
    const why = reason instanceof Error ? reason.message : message;
    throw new CommandFailure('The document cannot be read', `${url}: ${why}`, { cause });
  }
}

async function parse(source: string, text: string): Promise<unknown> {
  try {
    if (text.trimStart().startsWith('{')) return JSON.parse(text);
    const { parse: parseYaml } = await import('yaml');
    return parseYaml(text);
  } catch (cause) {
    const [line] = (cause as Error).message.split('\n');
    throw new CommandFailure('The document is neither JSON nor YAML', `${source}: ${line}`, { cause });
  }
}

/** The fields of a value; none if it is no object. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** A value that cannot be found; the message says why. */
export class Unresolved extends Error {}

/** What a value is, or what it refers to. @throws {Unresolved} */
export function resolved(root: JsonObject, value: JsonValue | undefined): JsonObject {
  let found = value;
  for (let hop = 0; hop < MAX_CHAIN; hop++) {
    const { $ref } = fieldsOf(found);
    if (typeof $ref !== 'string') return fieldsOf(found);
    if (!$ref.startsWith('#')) {
      throw new Unresolved(`refers to another file, ${$ref}: bundle the document into one file first`);
    }
    found = at(root, $ref);
  }
  throw new Unresolved('refers to itself');
}

function at(root: JsonObject, ref: string): JsonValue {
  let found: JsonValue = root;
  for (const key of keysOf(unescaped(ref.slice(1)))) {
    const owner: JsonValue = found;
    if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, key)) {
      throw new Unresolved(`refers to ${ref}, which does not exist`);
    }
    found = (owner as JsonObject)[key]!;
  }
  return found;
}

/** In the fragment of a URL a pointer is percent-encoded. */
function unescaped(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
