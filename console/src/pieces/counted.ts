/** A number that the service counts no further than to `most`. */
import { number, texts } from '../texts/texts.ts';

export function counted(count: number, most: number): string {
  return count >= most ? texts.endpoints.orMore(count) : number(count);
}
