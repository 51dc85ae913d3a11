/**
 * Places in a JSON document, as keys: read, changed, and written as JSON pointers (RFC 6901). A change leaves every
 * other place as it was, whatever is there. Pure.
 */

export type Keys = readonly (string | number)[];

export function keysOf(pointer: string): string[] {
  const [, ...tokens] = pointer.split('/');
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerTo(keys: Keys): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Undefined where there is nothing. */
export function valueAt(document: unknown, keys: Keys): unknown {
  return keys.reduce((inner, key) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    return (inner as Record<string | number, unknown>)[key];
  }, document);
}

/** The document with this value there; undefined removes it. What is missing on the way becomes an object. */
export function withValueAt<Document>(document: Document, keys: Keys, value: unknown): Document {
  return changed(document, keys, value) as Document;
}

function changed(document: unknown, keys: Keys, value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  const next = changed(valueAt(document, [key]), rest, value);
  if (Array.isArray(document)) return next === undefined ? document.toSpliced(+key, 1) : document.with(+key, next);
  const fields = typeof document === 'object' && document !== null ? document : {};
  // As entries: a field may have any name.
  const others = Object.entries(fields);
  const index = others.findIndex(([name]) => name === key);
  const entries = next === undefined ? [] : [[String(key), next] as [string, unknown]];
  return Object.fromEntries(index < 0 ? [...others, ...entries] : others.toSpliced(index, 1, ...entries));
}
