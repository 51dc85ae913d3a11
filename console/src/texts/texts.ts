/**
 * What the console says, in the reader's language: `texts.shell.logOut`. A language is one table, `en.ts` and `es.ts`,
 * with a file for each room of the console; the compiler tells when one of them lacks a text. Tables import nothing of
 * the console. What the service says (problems, findings) is shown as it is said, in English.
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

/** Where the browser keeps the choice. */
const CHOSEN = 'parley.language';

export let language: Language = 'en';
/** Set before anything else of the console is loaded, and the same until the page is left. */
export let texts: Texts = en;

/** Loads the table of the chosen language, else of the first of the browser's that there is, else English. */
export async function loadTexts(): Promise<void> {
  const wanted = [localStorage.getItem(CHOSEN) ?? '', ...navigator.languages];
  language = wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
  texts = await TABLES[language]();
  document.documentElement.lang = language;
}

/** Reloads the page in that language. Unsaved edits survive a reload. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(CHOSEN, chosen);
  location.reload();
}

/** A count as it is written in the reader's language: 12,000 or 12.000. */
export function number(count: number): string {
  return count.toLocaleString(language);
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}
