/**
 * What the console says, in the reader's language: `texts.shell.logOut`. A language is one table, `en.ts` and `es.ts`,
 * with a file for each room of the console; the compiler tells when one of them lacks a text. Tables import nothing of
 * the console. What the service says (problems, findings) is shown as it is said, in English. Which language it is, the
 * browser says: `language.ts`.
 */
import { en } from './en.ts';

export type Texts = typeof en;
export type Language = keyof typeof LANGUAGES;

/** Each by its own name. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;

const TABLES: Record<Language, () => Promise<Texts>> = {
  en: async () => en,
  es: async () => (await import('./es.ts')).es,
};

export let language: Language = 'en';
/** Set before anything else of the console is loaded, and the same until the page is left. */
export let texts: Texts = en;

export async function speak(chosen: Language): Promise<void> {
  texts = await TABLES[chosen]();
  language = chosen;
}

/** A count as it is written in the reader's language: 12,000 or 12.000. */
export function number(count: number): string {
  return count.toLocaleString(language);
}
