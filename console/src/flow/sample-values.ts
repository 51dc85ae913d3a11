/** Values for a preview, made up from the names that a message reads, until somebody enters better ones. */

export type Values = { [variable: string]: unknown };

const LIQUID = /\{\{.*?\}\}|\{%.*?%\}/gs;
const PATHS = /(?<![\w.])(params|data|input|message)((?:\.[A-Za-z_]\w*)+)/g;
/** Not a field: Liquid computes it. */
const QUESTIONS = new Set(['size', 'first', 'last']);
/** They reach a prototype, and the API refuses them. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Each name is its own value: `{{ input.order }}` → `{ input: { order: 'order' } }`. */
export function sampleValues(content: unknown): Values {
  const values: Values = {};
  for (const text of stringsOf(content)) {
    for (const [tag] of text.matchAll(LIQUID)) {
      for (const [, root, rest] of tag.matchAll(PATHS)) put(values, [root!, ...rest!.slice(1).split('.')]);
    }
  }
  return values;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** Of `data.order` and `data.order.status` the longer one stays. */
function put(values: Values, path: string[]): void {
  const names = QUESTIONS.has(path.at(-1)!) ? path.slice(0, -1) : path;
  if (names.length < 2 || names.some((name) => FORBIDDEN.has(name))) return;
  let at = values;
  for (const name of names.slice(0, -1)) {
    if (typeof at[name] !== 'object') at[name] = {};
    at = at[name] as Values;
  }
  at[names.at(-1)!] ??= names.at(-1);
}
