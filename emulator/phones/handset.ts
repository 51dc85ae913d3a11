/** A phone: its settings and its transcript. The rules of delivery are in `messages.ts`; user actions, in `user.ts`. */
import Type, { type Static } from 'typebox';
import { GOOGLE_STATUSES } from '../google/google-error.ts';

/** The capabilities of devices, in Google's words; two older ones are gone there as well. */
export const FEATURES = [
  'RICHCARD_STANDALONE',
  'RICHCARD_CAROUSEL',
  'ACTION_CREATE_CALENDAR_EVENT',
  'ACTION_DIAL',
  'ACTION_OPEN_URL',
  'ACTION_SHARE_LOCATION',
  'ACTION_VIEW_LOCATION',
  'ACTION_OPEN_URL_IN_WEBVIEW',
  'PDF_IN_RICH_CARDS',
] as const;

/** Long enough to watch anything; longer is surely a mistake. */
const MAX_DELAY_MS = 86_400_000;
const MAX_FAULTS = 100;

const delay = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_DELAY_MS, description });

export const Fault = Type.Object(
  {
    on: Type.Optional(
      Type.Enum(['send', 'capability', 'event'], { type: 'string', description: 'Which call; send by default.' }),
    ),
    status: Type.Optional(
      Type.Enum([...GOOGLE_STATUSES], { type: 'integer', description: 'The HTTP status to respond with.' }),
    ),
    times: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'How many calls; 1 by default.' }),
    ),
    afterAccept: Type.Optional(
      Type.Boolean({ description: 'The call takes effect first; without a status the connection then breaks.' }),
    ),
    delayMs: Type.Optional(delay('The delay before the response. On its own, it makes the platform slow.')),
  },
  { additionalProperties: false },
);
export type Fault = Static<typeof Fault>;

export const HandsetSettings = Type.Object(
  {
    rcs: Type.Boolean({ description: 'false: the platform responds 404 for the number.' }),
    online: Type.Boolean({ description: 'false: messages wait until it is true again, or expire.' }),
    country: Type.Union([Type.String({ pattern: '^[A-Z]{2}$' }), Type.Null()], {
      description: 'ISO 3166 code; by default from the number. US adds classification and carrier.',
    }),
    carrier: Type.String({ maxLength: 100, description: 'Shown for US numbers.' }),
    features: Type.Array(Type.Enum([...FEATURES], { type: 'string' }), {
      uniqueItems: true,
      maxItems: FEATURES.length,
      description: 'What the device can show; everything but PDF_IN_RICH_CARDS by default.',
    }),
    deliverDelayMs: delay('From acceptance to delivery.'),
    readDelayMs: Type.Union([delay('From delivery to being read.'), Type.Null()], { description: 'null: not read.' }),
    expiry: Type.Enum(['revoked', 'revokeFailed', 'deliveredAndRevoked', 'silent'], {
      type: 'string',
      description: 'What the platform reports when a message expires. After revokeFailed the message stays queued.',
    }),
    faults: Type.Array(Fault, {
      maxItems: MAX_FAULTS,
      description: 'Scripted faults, used up in this order.',
    }),
  },
  { additionalProperties: false },
);
export type HandsetSettings = Static<typeof HandsetSettings>;

/**
 * On its way, parked while the phone is offline, delivered, read, revoked, expired, given up after 30 days; a user's
 * message is SENT and, once the agent marked it, READ.
 */
export type EntryState = 'ACCEPTED' | 'QUEUED' | 'DELIVERED' | 'READ' | 'REVOKED' | 'EXPIRED' | 'DROPPED' | 'SENT';

/** One message in a transcript. Times are milliseconds since 1970. */
export type Entry = {
  /** Counts the handset's messages from 1, both directions. */
  sequence: number;
  direction: 'OUTBOUND' | 'INBOUND';
  messageId: string;
  agentId: string;
  /** The agent's content message, or what the user sent (`text`, `suggestionResponse`, `location`, `userFile`). */
  content: Record<string, unknown>;
  state: EntryState;
  /** As the agent set it; null if it set none, and for the user's. */
  messageTrafficType: string | null;
  acceptedMs: number;
  expireMs: number | null;
  deliveredMs: number | null;
  readMs: number | null;
  /** How often the same id was repeated and ignored. */
  duplicates: number;
};

export type StreamEvent = { type: 'entry'; entry: Entry } | { type: 'typing'; agentId: string } | { type: 'settings' };

export type Handset = {
  readonly phoneNumber: string;
  settings: HandsetSettings;
  /** The last `MAX_TRANSCRIPT_ENTRIES` messages, oldest first. */
  transcript: Entry[];
  /** All messages ever. */
  total: number;
  /** Messages waiting for the phone to come online. */
  parked: Set<Entry>;
  /** Agents' READ marks waiting for the same. */
  parkedReads: Set<Entry>;
  /** Nothing is delivered before this: after the delay was shortened, no message may overtake another. */
  lastDeliveryMs: number;
  watchers: Set<(event: StreamEvent) => void>;
};

export const MAX_TRANSCRIPT_ENTRIES = 500;

/** By the longest prefix; only keywords and US billing need it, so a full table would be noise. +1 is taken as US. */
const COUNTRIES: Record<string, string> = {
  '+1': 'US',
  '+33': 'FR',
  '+34': 'ES',
  '+44': 'GB',
  '+49': 'DE',
  '+52': 'MX',
  '+55': 'BR',
  '+91': 'IN',
};

/** RCS on, online, delivered after 50 ms, not read. Source: docs/spec-choices.md §9. */
export function createHandset(phoneNumber: string): Handset {
  return {
    phoneNumber,
    settings: {
      rcs: true,
      online: true,
      country: COUNTRIES[phoneNumber.slice(0, 2)] ?? COUNTRIES[phoneNumber.slice(0, 3)] ?? null,
      carrier: 'Emulated Wireless',
      features: FEATURES.filter((feature) => feature !== 'PDF_IN_RICH_CARDS'),
      deliverDelayMs: 50,
      readDelayMs: null,
      expiry: 'revoked',
      faults: [],
    },
    transcript: [],
    total: 0,
    parked: new Set(),
    parkedReads: new Set(),
    lastDeliveryMs: 0,
    watchers: new Set(),
  };
}

export function notify(handset: Handset, event: StreamEvent): void {
  for (const watcher of handset.watchers) watcher(event);
}

export function setState(handset: Handset, entry: Entry, state: EntryState): void {
  entry.state = state;
  if (handset.watchers.size > 0) notify(handset, { type: 'entry', entry });
}

/** Consumes the first fault scripted for this call, if there is one. */
export function takeFault(handset: Handset, call: NonNullable<Fault['on']>): Fault | null {
  const { faults } = handset.settings;
  if (faults.length === 0) return null;
  const index = faults.findIndex((fault) => (fault.on ?? 'send') === call);
  const fault = faults[index];
  if (!fault) return null;
  const times = (fault.times ?? 1) - 1;
  if (times > 0) faults[index] = { ...fault, times };
  else faults.splice(index, 1);
  return fault;
}
