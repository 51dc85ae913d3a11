/** What the audit log keeps of a resource: the parts that differ, without secrets, and not too much of it. */
import { isObject } from './json.ts';
import { MASK, OTHER_MASK } from './mask.ts';

/** Of each side, as JSON. Whole states and flows are in the versions. */
const MAX_VALUE_BYTES = 16 * 1024;

/** Members that change whenever anything does. */
const STAMPS = ['updatedAt'];

const SECRET_NAME = /authorization|cookie|passphrase|password|secret|token|api[-_]?key/i;
const SECRET_IN_URL = /([?&][^=&#\s"]*(?:auth|key|password|secret|sig|token)[^=&#\s"]*=)[^&#\s"]+/gi;

type Sides = { before: object | null; after: object | null };

/** Null where nothing differs. A secret is only said to be there, or to be another one. */
export function auditedValues(before: object | null, after: object | null): Sides | null {
  // As it is sent, so that an absent member is absent here as well.
  const [old, fresh] = [withoutStamps(before), withoutStamps(after)];
  if (JSON.stringify(old) === JSON.stringify(fresh) && old !== null) return null;
  const [was, is] = differing(old, fresh) as [object | null, object | null];
  return {
    before: bounded(withoutSecrets(was, MASK)),
    after: bounded(withoutSecrets(is, old ? OTHER_MASK : MASK)),
  };
}

function withoutStamps(value: object | null): object | null {
  return (
    value &&
    Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(value))).filter(([name]) => !STAMPS.includes(name)))
  );
}

/** Members that both have, with the same value, are left out. */
function differing(before: unknown, after: unknown): [unknown, unknown] {
  if (!isObject(before) || !isObject(after)) return [before, after];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const parts = names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => [name, ...differing(before[name], after[name])] as const);
  const side = (index: 1 | 2) =>
    Object.fromEntries(parts.flatMap((part) => (part[index] === undefined ? [] : [[part[0], part[index]]])));
  return [side(1), side(2)];
}

function withoutSecrets(value: object | null, said: string): object | null {
  return JSON.parse(JSON.stringify(value), (name, one: unknown) => {
    if (typeof one !== 'string') return one;
    if (SECRET_NAME.test(name) && !name.endsWith('Id')) return said;
    return one.replace(SECRET_IN_URL, `$1${said}`);
  });
}

function bounded(value: object | null): object | null {
  const bytes = value === null ? 0 : Buffer.byteLength(JSON.stringify(value));
  return bytes > MAX_VALUE_BYTES ? { tooLargeToKeep: `${bytes} bytes` } : value;
}
