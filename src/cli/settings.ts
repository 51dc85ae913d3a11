/** `key=value` on a command line: the fields of a document. */
import { UsageError } from './failure.ts';

/** @throws UsageError */
export function readSettings(words: readonly string[]): Record<string, unknown> {
  if (words.length === 0) throw new UsageError('There is nothing to set.', 'For example: defaultState=main');
  return Object.fromEntries(words.map(readSetting));
}

/** The value is JSON if it looks like it (`false`, `[…]`), else the text itself; an empty value clears the field. */
function readSetting(setting: string): [string, unknown] {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
  if (key === undefined || value === undefined) throw new UsageError(`"${setting}" is not of the form key=value.`);
  if (value === '') return [key, null];
  if (!/^([[{"]|(true|false|null)$)/.test(value)) return [key, value];
  try {
    return [key, JSON.parse(value)];
  } catch {
    throw new UsageError(`The value of ${key} looks like JSON but is not valid.`);
  }
}
