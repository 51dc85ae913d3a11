/** Half-written messages are shown too, so every field may be absent or of a wrong type. Pure. */

export type Loose = { [field: string]: unknown };

export const asObject = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** As a field shows it: numbers as their digits. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
