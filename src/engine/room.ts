/**
 * How much a session may hold: every turn reads and writes the whole of it, so it must not grow without limit.
 * `params`, `data` and `input` share the room, and what is known about `data`. Only changes are measured; the sum is kept alongside the values.
 */
import type { JsonObject } from '../model/json.ts';
import type { Session } from '../model/session.ts';

/** Of JSON: a connector's largest answer (256 KiB), the params of a largest send (64 KiB), and as much again. */
export const MAX_SESSION_BYTES = 384 * 1024;
/** Reserved for entries that tell a flow that a value is missing: nulls, and reasons of failures. */
const NOTES_BYTES = 32 * 1024;
export const MAX_VALUES_BYTES = MAX_SESSION_BYTES - NOTES_BYTES;

/** What a flow reads in place of a value that did not fit. */
export const NO_ROOM = { code: 'too_large', message: `a session holds at most ${MAX_VALUES_BYTES} bytes of values` };

type Part = 'params' | 'data' | 'input' | 'written';
const PARTS: readonly Part[] = ['params', 'data', 'input', 'written'];
type Change = {
  /** They replace those of the same names. */
  set: JsonObject;
  /** A name to remove. */
  without?: string;
};

/** Something must be kept but does not fit: the turn has to end. */
export class SessionFull extends Error {}

/** Keeps values if they fit; otherwise false, and nothing has changed. */
export function keep(session: Session, part: Part, change: Change): boolean {
  return changed(session, part, change, MAX_VALUES_BYTES);
}

/** Records that a value is missing. @throws {SessionFull} */
export function note(session: Session, part: Part, set: JsonObject): void {
  if (changed(session, part, { set }, MAX_SESSION_BYTES)) return;
  throw new SessionFull(`the session holds ${MAX_SESSION_BYTES} bytes, and ${Object.keys(set)[0]} no longer fits`);
}

function changed(session: Session, part: Part, { set, without }: Change, maxBytes: number): boolean {
  const current = session[part] ?? {};
  const names = without === undefined ? Object.keys(set) : [...Object.keys(set), without];
  const replaced = Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(current, name) ? [[name, current[name]!]] : [])),
  );
  const before = session.bytes ?? PARTS.reduce((sum, each) => sum + bytesOf(session[each] ?? {}), 0);
  const bytes = before + bytesOf(set) - bytesOf(replaced);
  if (bytes > maxBytes && bytes > before) return false;
  const { [without ?? '']: _gone, ...others } = current;
  session[part] = { ...(without === undefined ? current : others), ...set };
  session.bytes = bytes;
  return true;
}

/** Each name, its value and the punctuation around them, so that sums of objects can be added and subtracted. */
function bytesOf(values: JsonObject): number {
  const json = JSON.stringify(values);
  return json === '{}' ? 0 : Buffer.byteLength(json) - 1;
}
