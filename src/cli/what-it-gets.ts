/** What an endpoint gets, in words. */
import type { Schemas } from '#client';

export function whatItGets({ classes, types }: Schemas['Endpoint']): string {
  const parts = [classes?.join(', '), types?.join(', ')].filter((part) => part !== undefined);
  return parts.length === 0 ? 'everything' : parts.join('; of these ');
}
