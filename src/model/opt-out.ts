/** Words that opt a user out, by country. Source: RCS for Business, opt-out keywords (US, IN, GB, DE, FR; ES, MX; BR). */

const OPT_OUT_WORDS = new Set(['stop', 'baja', 'parar']);

export function isOptOutWord(text: string | undefined): boolean {
  return text !== undefined && OPT_OUT_WORDS.has(text.trim().toLowerCase());
}
