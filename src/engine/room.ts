/**
 * What a session has room for: every turn reads and writes the whole of it, so it must not grow for ever. `params`, `data`
 * and `input` share the room. Only what changes is measured; the sum is kept beside the values.
 */
import type { JsonObject } from '../model/json.ts';
import type { Session } from '../model/session.ts';

/** Of JSON: the largest answer of a connector (256 KiB), the params of a largest send (64 KiB), and as much again. */
export const MAX_SESSION_BYTES = 384 * 1024;
/** The part of it that values leave free for what tells a flow that one is missing: nulls, and reasons of failures. */
const NOTES_BYTES = 32 * 1024;
export const MAX_VALUES_BYTES = MAX_SESSION_BYTES - NOTES_BYTES;

/** What a flow reads of a value that was not kept. */
export const NO_ROOM = { code: 'too_large', message: `a session holds at most ${MAX_VALUES_BYTES} bytes of values` };

type Part = 'params' | 'data' | 'input';
type Change = {
  /** They replace those of the same names. */
  set: JsonObject;
  /** A name that goes. */
  without?: string;
};

/** Something must be kept and cannot be: the turn has to end. */
export class SessionFull extends Error {}

/** Keeps values if they fit; false when they do not, and then nothing has changed. */
export function keep(session: Session, part: Part, change: Change): boolean {
  return changed(session, part, change, MAX_VALUES_BYTES);
}

/** Keeps what says that a value is missing. @throws {SessionFull} */
export function note(session: Session, part: Part, set: JsonObject): void {
  if (changed(session, part, { set }, MAX_SESSION_BYTES)) return;
  throw new SessionFull(
    `the session holds ${MAX_SESSION_BYTES} bytes, and ${Object.keys(set)[0]} does not fit any more`,
  );
}

function changed(session: Session, part: Part, { set, without }: Change, maxBytes: number): boolean {
  const current = session[part];
  const names = without === undefined ? Object.keys(set) : [...Object.keys(set), without];
  const replaced = Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(current, name) ? [[name, current[name]!]] : [])),
  );
  const before = session.bytes ?? bytesOf(session.params) + bytesOf(session.data) + bytesOf(session.input);
  const bytes = before + bytesOf(set) - bytesOf(replaced);
  if (bytes > maxBytes && bytes > before) return false;
  const { [without ?? '']: _gone, ...others } = current;
  session[part] = { ...(without === undefined ? current : others), ...set };
  session.bytes = bytes;
  return true;
}

/** Each name, its value, and what stands between them: so the sums of two objects can be added and taken away. */
function bytesOf(values: JsonObject): number {
  const json = JSON.stringify(values);
  return json === '{}' ? 0 : Buffer.byteLength(json) - 1;
}
