/**
 * Headers that an endpoint wants with each request, such as `Authorization`: which may be given, and how they are shown.
 * Their values are secrets; they are sealed by the store and opened where they are sent.
 */
import Type from 'typebox';
import type { FieldError } from '../errors.ts';
import { isHeaderName, RESERVED_HEADERS } from './header.ts';
import { pointerTo } from './json-pointer.ts';
import { MASK } from './mask.ts';

const MAX_HEADERS = 10;
/** Far more than a token has, and all of them together fit into what servers accept, with ours. */
const MAX_VALUE_LENGTH = 2000;

const Value = Type.String({
  minLength: 1,
  maxLength: MAX_VALUE_LENGTH,
  pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
  description: 'Printable ASCII that neither begins nor ends with a space.',
  writeOnly: true,
});

export const NewHeaders = Type.Record(Type.String(), Value, {
  maxProperties: MAX_HEADERS,
  description: `Sent with each request to it, such as \`Authorization\`. Stored encrypted and never returned. At most ${MAX_HEADERS}; names are tokens of at most 100 characters, whose case is ignored, and not those of the connection or of our own headers.`,
  examples: [{ 'X-Api-Key': 'made-by-your-gateway' }],
});

export const HeadersPatch = Type.Record(Type.String(), Type.Union([Value, Type.Null()]), {
  maxProperties: 2 * MAX_HEADERS,
  description: `As of a new endpoint. Headers that are not named stay, unless \`url\` moves to another origin: then each is given again, or cleared. \`null\` clears one.`,
});

export const MaskedHeaders = Type.Record(Type.String(), Type.Literal(MASK), {
  description: 'The names of the headers that it gets; their values are not shown.',
});

export type Headers = Record<string, string>;
export type MaskedHeaders = Record<string, typeof MASK>;
export type HeadersPatch = Record<string, string | null>;

/** As they are stored. A new value for each reading of the endpoint, so that what was opened can be kept beside it. */
export type SealedHeaders = { endpointId: string; text: string };

const OURS: ReadonlySet<string> = new Set([
  'content-type',
  'traceparent',
  'tracestate',
  'user-agent',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
]);

/** What is wrong with headers that a request gives. */
export function headerFaults(given: HeadersPatch): FieldError[] {
  const seen = new Map<string, string>();
  return Object.entries(given).flatMap(([name, value]) => {
    const fault = nameFault(name, seen) ?? (value === MASK ? KEPT_BY_ABSENCE : null);
    seen.set(name.toLowerCase(), name);
    return fault === null ? [] : [{ path: `/headers${pointerTo(name)}`, message: fault }];
  });
}

const KEPT_BY_ABSENCE = 'is what stands for a value that is not shown: leave the header out to keep its value';

function nameFault(name: string, seen: ReadonlyMap<string, string>): string | null {
  const folded = name.toLowerCase();
  if (!isHeaderName(name)) return 'is not the name of a header: a token of 1 to 100 characters';
  if (RESERVED_HEADERS.has(folded) || folded.startsWith('proxy-')) return 'belongs to the connection and cannot be set';
  if (OURS.has(folded) || folded.startsWith('x-service-')) return 'is a header that the service sets itself';
  const first = seen.get(folded);
  return first === undefined ? null : `is the same header as ${first}: case is ignored`;
}

/** What is left of the headers, in the same order, and what is new. */
export function patchedHeaders(headers: Headers, patch: HeadersPatch | null): Headers {
  if (patch === null) return {};
  const patched = new Map<string, [string, string | null]>();
  for (const entry of [...Object.entries(headers), ...Object.entries(patch)]) {
    patched.set(entry[0].toLowerCase(), entry);
  }
  return Object.fromEntries([...patched.values()].filter((entry): entry is [string, string] => entry[1] !== null));
}

/** What keeps a change from being made. A secret goes only where somebody who knows it has sent it. */
export function headersPatchFaults(
  before: { url: string; headers: readonly string[] },
  patch: { url?: string | null; headers?: HeadersPatch | null },
): FieldError[] {
  const { headers } = patch;
  const given = headers === null ? before.headers : Object.keys(headers ?? {});
  const folded = new Set(given.map((name) => name.toLowerCase()));
  const kept = before.headers.filter((name) => !folded.has(name.toLowerCase()));
  const count = kept.length + Object.values(headers ?? {}).filter((value) => value !== null).length;
  if (count > MAX_HEADERS) {
    return [{ path: '/headers', message: `would be ${count} with those that it has; it may have ${MAX_HEADERS}` }];
  }
  if (kept.length === 0 || typeof patch.url !== 'string' || isSameOrigin(before.url, patch.url)) return [];
  const message = `must be given again, or cleared, with an address of another origin: ${kept.join(', ')}`;
  return [{ path: '/headers', message }];
}

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/** What is shown of them. */
export function masked(names: readonly string[]): MaskedHeaders {
  return Object.fromEntries(names.map((name) => [name, MASK]));
}
