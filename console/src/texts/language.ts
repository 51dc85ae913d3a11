/** Which language the reader wants: the one that was chosen in this browser, else the browser's own. */
import { LANGUAGES, type Language, language, speak } from './texts.ts';

/** Where the browser keeps the choice. */
const CHOSEN = 'parley.language';

/** Loads the table of the chosen language, else of the first of the browser's that there is, else English. */
export async function loadTexts(): Promise<void> {
  const wanted = [localStorage.getItem(CHOSEN) ?? '', ...navigator.languages];
  await speak(wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en');
  document.documentElement.lang = language;
}

/** Reloads the page in that language. Unsaved edits survive a reload. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(CHOSEN, chosen);
  location.reload();
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}
