/**
 * Unsaved text typed into states, kept in this browser: it survives a reload and a log-out, and is removed when it
 * is saved, after a week, or at a log-out that asks for it. It is what the API would receive, and no secret.
 */
import type { StateBody } from '@model/state.ts';

export type UnsavedKey = { agentId: string; stateId: string };
export type Note = { base: StateBody; body: StateBody; texts: Record<string, string> };

const PREFIX = 'parley.unsaved:';
/** Nobody remembers what they meant to write a week ago. */
const MAX_AGE_MS = 7 * 86_400_000;
/** For all entries together; the oldest go first. Browsers give an origin 2.5 million characters or more. */
const MAX_CHARACTERS = 2_000_000;
/** An entry is the time in the form of `toISOString`, then the note as JSON. */
const TIME_LENGTH = 24;

/** Returns whether there was room for it. */
export function keepUnsaved(place: UnsavedKey, note: Note): boolean {
  const entry = new Date().toISOString() + JSON.stringify(note);
  let room = MAX_CHARACTERS - entry.length;
  if (room < 0) return false;
  try {
    for (const other of entries().filter(({ key }) => key !== keyOf(place))) {
      room -= other.entry.length;
      if (room < 0) localStorage.removeItem(other.key);
    }
    localStorage.setItem(keyOf(place), entry);
    return true;
  } catch {
    // Full, or forbidden by the browser's settings.
    return false;
  }
}

/** What is kept; it is untrusted. */
export function findUnsaved(place: UnsavedKey): { at: string; note: unknown } | null {
  const found = entries().find(({ key }) => key === keyOf(place));
  if (!found) return null;
  try {
    return { at: found.at, note: JSON.parse(found.entry.slice(TIME_LENGTH)) };
  } catch {
    return null;
  }
}

export function forgetUnsaved(place: UnsavedKey): void {
  remove(keyOf(place));
}

/** The most recently typed first. */
export function listUnsaved(): UnsavedKey[] {
  return entries().map(({ key }) => {
    const [agentId = '', stateId = ''] = key.slice(PREFIX.length).split('/');
    return { agentId, stateId };
  });
}

export function forgetAllUnsaved(): void {
  for (const { key } of entries()) remove(key);
}

/** All that are not too old, the newest first; older ones are removed. */
function entries(): { key: string; at: string; entry: string }[] {
  const oldest = new Date(Date.now() - MAX_AGE_MS).toISOString();
  const found = keys().map((key) => {
    const entry = localStorage.getItem(key) ?? '';
    return { key, at: entry.slice(0, TIME_LENGTH), entry };
  });
  const isKept = ({ at }: { at: string }) => at > oldest && !Number.isNaN(Date.parse(at));
  for (const { key } of found.filter((each) => !isKept(each))) remove(key);
  return found.filter(isKept).sort((a, b) => (a.at < b.at ? 1 : -1));
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // The browser forbids storage.
  }
}

function keyOf({ agentId, stateId }: UnsavedKey): string {
  return `${PREFIX}${agentId}/${stateId}`;
}
