/**
 * Conditions as rows: read from Liquid of the form `{% if … %}true{% endif %}`, written back to it, and said in words.
 * Whatever else a condition is stays Liquid. Pure.
 */
import { texts } from '../texts/texts.ts';

/** How a row compares: the symbol in Liquid. */
const COMPARISONS = {
  is: '==',
  isNot: '!=',
  contains: 'contains',
  above: '>',
  below: '<',
  least: '>=',
  most: '<=',
} as const;

/** What a row asks of a variable alone. */
const QUESTIONS = ['empty', 'filled', 'there', 'failed', 'worked'] as const;

type Comparison = keyof typeof COMPARISONS;
type Question = (typeof QUESTIONS)[number];
export type Asks = Comparison | Question;

/** In the order in which a list offers them. */
export const ASKS = [...(Object.keys(COMPARISONS) as Comparison[]), ...QUESTIONS];

/** A text, or what Liquid writes without quotes: a number, `true`, `false`, `nil`, another variable. */
export type Value = { text: string } | { plain: string };
export type Row = { variable: string; asks: Asks; value?: Value };
/** Without rows: always. */
export type Rule = { join: 'and' | 'or'; rows: Row[] };

export const ALWAYS: Rule = { join: 'and', rows: [] };

export function isComparison(asks: Asks): asks is Comparison {
  return Object.hasOwn(COMPARISONS, asks);
}

/** The rule that a condition is; null if only Liquid can say it. */
export function readCondition(condition: string): Rule | null {
  if (condition.trim() === 'true') return ALWAYS;
  const inner = /^\s*\{% if (.+?) %\}\s*true\s*\{% endif %\}\s*$/s.exec(condition)?.[1];
  const tokens = inner === undefined ? null : tokensOf(inner);
  if (!tokens) return null;
  const joins = new Set(tokens.filter((token) => token === 'and' || token === 'or'));
  if (joins.size > 1) return null;
  const join = joins.has('or') ? 'or' : 'and';
  const rows = splitAt(tokens, join).map(readRow);
  return rows.every((row) => row !== null) ? { join, rows } : null;
}

/** Null if Liquid cannot say it: a text with both kinds of quotes, or no variable. */
export function writeCondition({ join, rows }: Rule): string | null {
  if (rows.length === 0) return 'true';
  const parts = rows.map(writeRow);
  return parts.includes(null) ? null : `{% if ${parts.join(` ${join} `)} %}true{% endif %}`;
}

/** The condition in words; itself where it has none. */
export function conditionWords(condition: string): string {
  const rule = readCondition(condition);
  if (!rule) return condition;
  if (rule.rows.length === 0) return texts.conditions.always;
  return rule.rows.map(rowWords).join(` ${texts.conditions[rule.join]} `);
}

/** A value that was typed: as a number, a yes or no, or a variable only where Liquid needs it so. */
export function typedAs(asks: Asks, typed: string, before: Value | undefined): Value {
  const isPlain = (before && 'plain' in before) || (isComparison(asks) && ORDERED.includes(asks));
  return isPlain && canBePlain(typed) ? { plain: typed } : { text: typed };
}

/** Whether it means something without quotes. */
export function canBePlain(typed: string): boolean {
  return NUMBER.test(typed) || WORDS.includes(typed) || /^(params|data|input|message|user)\./.test(typed);
}

/** Only an operation can fail. */
export function canAsk(asks: Asks, variable: string): boolean {
  return (asks !== 'failed' && asks !== 'worked') || OPERATION.test(variable);
}

export function shownAs(value: Value | undefined): string {
  if (!value) return '';
  return 'text' in value ? value.text : value.plain;
}

export function isVariable(text: string): boolean {
  return VARIABLE.test(text) && !RESERVED.includes(text);
}

const ORDERED: Comparison[] = ['above', 'below', 'least', 'most'];
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
const WORDS = ['true', 'false', 'nil', 'null'];
const RESERVED = [...WORDS, 'and', 'or', 'not', 'contains', 'blank', 'empty'];
const VARIABLE = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*|\[\d{1,9}\])*$/;
const TOKEN = /\s*('[^']*'|"[^"]*"|==|!=|>=|<=|>|<|-?\d+(?:\.\d+)?(?![\w.])|[A-Za-z_][\w.[\]]*)/y;

/** Null where something else is in it: a filter, a range, a bracket. */
function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  const trimmed = text.trim();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < trimmed.length; ) {
    const token = TOKEN.exec(trimmed)?.[1];
    if (token === undefined) return null;
    tokens.push(token);
  }
  return tokens;
}

function splitAt(tokens: readonly string[], join: string): string[][] {
  const parts: string[][] = [[]];
  for (const token of tokens) {
    if (token === join) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

const OPERATION = /^data\.[A-Za-z_]\w*$/;
const FAILURE = /^(data\.[A-Za-z_]\w*)_error$/;

function readRow([variable = '', symbol, literal, ...more]: string[]): Row | null {
  if (!isVariable(variable) || more.length > 0) return null;
  const operation = FAILURE.exec(variable)?.[1];
  if (symbol === undefined) return operation ? { variable: operation, asks: 'failed' } : { variable, asks: 'there' };
  if (literal === undefined) return null;
  if (literal === 'blank') return readBlank(symbol, variable, operation);
  const asks = (Object.keys(COMPARISONS) as Comparison[]).find((each) => COMPARISONS[each] === symbol);
  const value = readValue(literal);
  return asks && value ? { variable, asks, value } : null;
}

function readBlank(symbol: string, variable: string, operation: string | undefined): Row | null {
  if (symbol === '!=') return { variable, asks: 'filled' };
  if (symbol !== '==') return null;
  return operation ? { variable: operation, asks: 'worked' } : { variable, asks: 'empty' };
}

function readValue(literal: string): Value | null {
  if (/^['"]/.test(literal)) return { text: literal.slice(1, -1) };
  return canBePlain(literal) || isVariable(literal) ? { plain: literal } : null;
}

function writeRow({ variable, asks, value }: Row): string | null {
  if (!isVariable(variable)) return null;
  if (isComparison(asks)) {
    const written = writeValue(value ?? { text: '' });
    return written === null ? null : `${variable} ${COMPARISONS[asks]} ${written}`;
  }
  if (!canAsk(asks, variable)) return null;
  if (asks === 'failed') return `${variable}_error`;
  if (asks === 'worked') return `${variable}_error == blank`;
  return asks === 'there' ? variable : `${variable} ${asks === 'empty' ? '==' : '!='} blank`;
}

function writeValue(value: Value): string | null {
  if ('plain' in value) return value.plain;
  // Liquid has no escapes, and ends a tag even within quotes.
  if (/%\}|\}\}/.test(value.text)) return null;
  const quote = ["'", '"'].find((each) => !value.text.includes(each));
  return quote === undefined ? null : `${quote}${value.text}${quote}`;
}

function rowWords({ variable, asks, value }: Row): string {
  if (!isComparison(asks)) return `${variable} ${texts.conditions[asks]}`;
  const shown = value && 'text' in value ? texts.pieces.quoted(value.text) : shownAs(value);
  return `${variable} ${texts.conditions[asks]} ${shown}`;
}
