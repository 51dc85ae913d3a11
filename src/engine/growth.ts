/**
 * Which templates may run on the main thread, and on how much input: those that take a few milliseconds at most,
 * whatever values they read. Anything not on the lists below counts as dangerous. `reads.ts` measures the values.
 */
import {
  AssignTag,
  CaseTag,
  CommentTag,
  EchoTag,
  IfTag,
  InlineCommentTag,
  Output,
  RawTag,
  type Template,
  type Token,
  TokenKind,
  TypeGuards,
  UnlessTag,
  Value,
} from 'liquidjs';
import { OUTPUT_ESCAPE } from './liquid.ts';
import { childrenOf } from './variables.ts';

/** Tags that branch, copy or write, once each. */
const BOUNDED_TAGS = [IfTag, UnlessTag, CaseTag, AssignTag, EchoTag, CommentTag, InlineCommentTag, RawTag];

/** Filters on single values whose one call takes time proportional to its input; their results are capped. */
const BOUNDED_FILTERS: ReadonlySet<string> = new Set(
  (
    'abs at_least at_most ceil divided_by floor minus modulo plus round times to_integer default append prepend ' +
    'upcase downcase capitalize strip lstrip rstrip size truncate escape url_encode url_decode json raw first last date'
  ).split(' '),
);

const MAX_FILTER_CALLS = 32;
/** Outputs, tags, pieces of text, the values and operators in them, and the conversions of a date. */
const MAX_STEPS = 1000;

/** Of a value, however little is done with it: values of ordinary messages and conditions are far shorter. */
const MAX_LENGTH = 8 * 1024;
/** Each step may walk a value, which takes 5 ns a character; a filter, which may encode it, takes twelve times that. */
const MAX_WALKED = 512 * 1024;
const STEPS_OF_A_FILTER = 12;
/** Each operator may search one value for another, which takes 0.15 ns for each pair of their characters at worst. */
const MAX_PAIRS = 16 * 1024 * 1024;

type Cost = { steps: number; filterCalls: number; comparisons: number; longestLiteral: number };

/**
 * What a template may read on the main thread, in characters as `reads.ts` counts them, and what each of its filters
 * may produce there; 0 when it must not run there at all. The more it does, the smaller the limit.
 */
export function bearableLength(templates: Template[]): number {
  const cost: Cost = { steps: 0, filterCalls: 0, comparisons: 0, longestLiteral: 0 };
  if (!templates.every((template) => isBounded(template, cost))) return 0;
  const walked = MAX_WALKED / (cost.steps + STEPS_OF_A_FILTER * cost.filterCalls);
  const compared = Math.sqrt(MAX_PAIRS / cost.comparisons);
  const length = Math.floor(Math.min(MAX_LENGTH, walked, compared));
  return cost.longestLiteral > length ? 0 : length;
}

function isBounded(template: Template, cost: Cost): boolean {
  cost.steps += 1;
  if (template.token.kind === TokenKind.HTML) return cost.steps <= MAX_STEPS;
  if (!(template instanceof Output || BOUNDED_TAGS.some((tag) => template instanceof tag))) return false;
  for (const argument of template.arguments?.() ?? []) {
    if (argument instanceof Value) {
      if (!isBoundedValue(argument, cost)) return false;
    } else {
      // A value of a `when`, which is compared with that of its `case`.
      cost.comparisons += 1;
      if (!isBoundedToken(argument, cost)) return false;
    }
  }
  if (cost.steps > MAX_STEPS || cost.filterCalls > MAX_FILTER_CALLS) return false;
  return childrenOf(template).every((child) => isBounded(child, cost));
}

function isBoundedValue({ initial, filters }: Value, cost: Cost): boolean {
  cost.filterCalls += filters.length;
  return (
    initial.postfix.every((token) => isBoundedToken(token, cost)) &&
    filters.every(({ name, args }) => {
      const tokens = args.map((arg) => (Array.isArray(arg) ? arg[1] : arg)).filter((token) => token !== undefined);
      const known = name === OUTPUT_ESCAPE || BOUNDED_FILTERS.has(name);
      if (!known || !tokens.every((token) => isBoundedToken(token, cost))) return false;
      return name !== 'date' || tokens.every((token) => isPlainFormat(token, cost));
    })
  );
}

/** A range may also be in the brackets of a property, so the text is searched. */
function isBoundedToken(token: Token, cost: Cost): boolean {
  cost.steps += 1;
  if (TypeGuards.isOperatorToken(token)) cost.comparisons += 1;
  if (!TypeGuards.isQuotedToken(token)) return !token.getText().includes('..');
  cost.longestLiteral = Math.max(cost.longestLiteral, token.content.length);
  return true;
}

/** `%1000000Y` pads to a million characters. */
function isPlainFormat(token: Token, cost: Cost): boolean {
  if (!TypeGuards.isQuotedToken(token)) return false;
  cost.steps += token.content.split('%').length;
  return !/%[^A-Za-z]*\d/.test(token.content);
}
