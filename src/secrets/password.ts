/**
 * Passwords of people: hashed with Argon2id, Node's own, which runs on a thread of its pool and so holds up nothing else.
 * Parameters: OWASP's password storage cheat sheet; the stored form names them, so that they can be raised later.
 */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem, retryAfter } from '../errors.ts';
import { createLimit } from '../limit.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Of the four threads that files and look-ups of names need as well. */
const MAX_AT_A_TIME = 2;
/** Together less than a few seconds; more than that are not people. */
const MAX_WAITING = 50;

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const NO_SALT = Buffer.alloc(SALT_BYTES);

const derive = promisify(argon2);
const limit = createLimit(MAX_AT_A_TIME);
let waiting = 0;

/** In the form to store. @throws Problem `too_many_requests` when very many are hashed at once */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashed(password, salt);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * In constant time, and as long for a person who does not exist (null) as for one who does.
 * @throws Problem `too_many_requests` when very many are hashed at once
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored === null) {
    await hashed(password, NO_SALT);
    return false;
  }
  const [, memory, passes, parallelism, salt, hash] = STORED.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new TypeError('a stored password is not in the form of Argon2id');
  const expected = Buffer.from(hash, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return timingSafeEqual(await hashed(password, Buffer.from(salt, 'base64'), parameters), expected);
}

async function hashed(password: string, nonce: Buffer, parameters: Partial<Argon2Parameters> = {}): Promise<Buffer> {
  if (waiting >= MAX_WAITING) {
    throw new Problem('too_many_requests', 'Too many log in at once; try again in a moment.', {
      headers: retryAfter(),
    });
  }
  waiting += 1;
  try {
    const given = { memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM, ...parameters };
    // The same password from another keyboard may have its accents in another form.
    const message = password.normalize('NFKC');
    return await limit(() => derive('argon2id', { ...given, message, nonce, tagLength: HASH_BYTES }));
  } finally {
    waiting -= 1;
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
