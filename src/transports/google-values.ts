/**
 * Google's JSON values converted to ours. Defaults are omitted there: an absent field is 0 or ''.
 * Source: docs/platform.md, "JSON conventions".
 */
import type { RichMessageClassification } from '../model/event.ts';
import { storableText } from '../model/json.ts';

export type Fields = Record<string, unknown>;

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** A storable string; '' for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? storableText(value) : '';
}

const RFC_3339 = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/i;

/** UTC with a Z, with a fraction of up to microseconds; null for an invalid time. */
export function utcTime(value: unknown): string | null {
  const match = typeof value === 'string' ? RFC_3339.exec(value) : null;
  if (!match) return null;
  const [, seconds = '', fraction = '', zone = ''] = match;
  const ms = Date.parse(`${seconds}${zone}`);
  if (Number.isNaN(ms)) return null;
  // PostgreSQL and our own times hold microseconds.
  const known = fraction.slice(0, 6);
  return `${new Date(ms).toISOString().slice(0, 19)}${known && `.${known}`}Z`;
}

/** A double as decimal text, never with an exponent; null if it is not a number. */
export function decimalOf(value: unknown): string | null {
  if (value === undefined) return '0';
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  const text = String(number);
  // Ten decimals of a degree are a hundredth of a millimetre.
  return text.includes('e') ? number.toFixed(10) : text;
}

/** An int64, which comes as text or as a number. */
export function countOf(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : 0;
}

/**
 * US numbers only. Null for a type that the specification lacks (`SUGGESTED_ACTION_CLICK` was one); the segment count
 * is given for RICH_MESSAGE alone.
 */
export function classificationOf(value: unknown): RichMessageClassification | null {
  const fields = fieldsOf(value);
  const classificationType = fields?.['classificationType'];
  if (classificationType !== 'RICH_MESSAGE' && classificationType !== 'RICH_MEDIA_MESSAGE') return null;
  return { classificationType, segmentCount: Math.max(1, countOf(fields?.['segmentCount'])) };
}
