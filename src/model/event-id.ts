/**
 * Event ids that carry their own address: a UUID (version 8, RFC 9562 §5.8) made of lane, seq and ordinal, so that an
 * event is found by its id without an index, and a turn that runs again after a crash makes the same ids. The
 * installation's bits keep two services with one webhook apart.
 */

export type EventAddress = { lane: number; seq: number; ordinal: number };

/** `installation`: 12 hex digits, random, made with the database. */
export function eventId(installation: string, { lane, seq, ordinal }: EventAddress): string {
  const sequence = hex(seq, 12);
  const variantAndLane = hex(0x8000 | (lane & 0x3fff), 4);
  return `${sequence.slice(0, 8)}-${sequence.slice(8)}-8${hex(ordinal, 3)}-${variantAndLane}-${installation}`;
}

/** The address in an event id; null for an id that no service of ours made. */
export function parseEventId(id: string): EventAddress | null {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-([89ab][0-9a-f]{3})-[0-9a-f]{12}$/.exec(id);
  if (!match) return null;
  const [, high, low, ordinal, lane] = match as unknown as [string, string, string, string, string];
  return {
    seq: Number.parseInt(high + low, 16),
    ordinal: Number.parseInt(ordinal, 16),
    lane: Number.parseInt(lane, 16) & 0x3fff,
  };
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
