/** From the bytes of a request to JSON that is safe to walk and to store. The route's schema checks its shape. */
import { isUtf8 } from 'node:buffer';
import type { FieldError } from '../../errors.ts';
import { FORBIDDEN_KEYS, MAX_JSON_DEPTH } from '../../model/json.ts';
import { malformedAt, malformedJson } from '../../model/json-fault.ts';
import { pointerTo } from '../../model/json-pointer.ts';
import { fieldProblem } from '../../validation/validation.ts';

/** Parses a JSON body; an empty one is undefined. @throws Problem */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes)) throw malformedAt(text, firstBroken(bytes, text), 'a character that is not valid UTF-8');
  const value = parse(text);
  const fault = findUnstorable(value, 0);
  if (fault) throw fieldProblem([fault]);
  return value;
}

/** The index in `text` of the first character that decoding replaced. */
function firstBroken(bytes: Buffer, text: string): number {
  const again = Buffer.from(text);
  let at = again.findIndex((byte, index) => byte !== bytes[index]);
  // The first bytes of the replacement may match those that were sent: back to where it begins.
  while ((again[at]! & 0xc0) === 0x80) at -= 1;
  return again.toString('utf8', 0, at).length;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedJson(text);
  }
}

/**
 * The first thing in `value` that must not be stored, or null. U+0000 and lone surrogates because `jsonb` refuses them
 * and replacing them would change the client's text; keys that reach a prototype; numbers that JSON cannot represent.
 * Source: docs/hostile-input.md, "HTTP bodies".
 */
function findUnstorable(value: unknown, depth: number): FieldError | null {
  if (typeof value === 'string') return textFault(value);
  if (typeof value === 'number') {
    return Number.isFinite(value) ? null : { path: '', message: 'must be a number that fits 64-bit floating point' };
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === MAX_JSON_DEPTH) return { path: '', message: `is nested more than ${MAX_JSON_DEPTH} levels deep` };
  if (Array.isArray(value)) {
    // By index: `entries()` would make an array of each of the values.
    for (let index = 0; index < value.length; index += 1) {
      const fault = findUnstorable(value[index], depth + 1);
      if (fault) return below(index, fault);
    }
    return null;
  }
  for (const [key, item] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) return below(key, { path: '', message: 'is a name that JavaScript reserves' });
    const ofName = textFault(key);
    if (ofName) return { path: '', message: `has a field whose name ${ofName.message}` };
    const fault = findUnstorable(item, depth + 1);
    if (fault) return below(key, fault);
  }
  return null;
}

/** The path is built on the way back: few bodies have a fault, and some have a hundred thousand values. */
function below(key: string | number, { path, message }: FieldError): FieldError {
  return { path: pointerTo(key) + path, message };
}

function textFault(text: string): FieldError | null {
  if (text.includes('\u0000')) return { path: '', message: 'contains U+0000, which PostgreSQL cannot store' };
  if (!text.isWellFormed()) {
    return { path: '', message: 'contains half of a surrogate pair, which is not valid Unicode' };
  }
  return null;
}
