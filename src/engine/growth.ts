/**
 * Which templates may run on the main thread: those whose cost is bounded by their own length and the length of what
 * they read. Whatever is not on the lists below is taken to be dangerous.
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

/** Tags that choose, copy or write, once each. */
const BOUNDED_TAGS = [IfTag, UnlessTag, CaseTag, AssignTag, EchoTag, CommentTag, InlineCommentTag, RawTag];

/** Filters on single values whose one call takes time in proportion to its input; what they return is capped. */
const BOUNDED_FILTERS: ReadonlySet<string> = new Set(
  (
    'abs at_least at_most ceil divided_by floor minus modulo plus round times to_integer default append prepend ' +
    'upcase downcase capitalize strip lstrip rstrip size truncate escape url_encode url_decode json raw first last date'
  ).split(' '),
);

/** Filter calls of a template: each may walk a value of 256 KiB, which takes well under a millisecond. */
const MAX_FILTER_CALLS = 32;
/** Outputs, tags and pieces of text. */
const MAX_NODES = 500;

export function cannotGrow(templates: Template[]): boolean {
  const cost = { nodes: 0, filterCalls: 0 };
  return templates.every((template) => isBounded(template, cost));
}

function isBounded(template: Template, cost: { nodes: number; filterCalls: number }): boolean {
  cost.nodes += 1;
  if (template.token.kind === TokenKind.HTML) return cost.nodes <= MAX_NODES;
  if (!(template instanceof Output || BOUNDED_TAGS.some((tag) => template instanceof tag))) return false;
  for (const argument of template.arguments?.() ?? []) {
    if (argument instanceof Value) {
      cost.filterCalls += argument.filters.length;
      if (!isBoundedValue(argument)) return false;
    } else if (mayHoldRange(argument)) return false;
  }
  if (cost.nodes > MAX_NODES || cost.filterCalls > MAX_FILTER_CALLS) return false;
  return childrenOf(template).every((child) => isBounded(child, cost));
}

function isBoundedValue(value: Value): boolean {
  if (value.initial.postfix.some(mayHoldRange)) return false;
  return value.filters.every(({ name, args }) => {
    const tokens = args.map((arg) => (Array.isArray(arg) ? arg[1] : arg)).filter((token) => token !== undefined);
    const known = name === OUTPUT_ESCAPE || BOUNDED_FILTERS.has(name);
    return known && !tokens.some(mayHoldRange) && (name !== 'date' || tokens.every(isPlainDateFormat));
  });
}

/** A range may also stand in the brackets of a property, so the text is searched. */
function mayHoldRange(token: Token): boolean {
  return !TypeGuards.isQuotedToken(token) && token.getText().includes('..');
}

/** `%1000000Y` pads to a million characters. */
function isPlainDateFormat(token: Token): boolean {
  return TypeGuards.isQuotedToken(token) && !/%[^A-Za-z]*\d/.test(token.content);
}
