/**
 * What a template reads: every variable in it, with the literal part of its path. LiquidJS can report this too, but
 * recounts the lines up to each one, and for those in brackets at every bracket: with 16 KiB of them it takes seconds,
 * or hours.
 */
import { type PropertyAccessToken, type Template, type Token, TypeGuards, toValueSync, Value } from 'liquidjs';

/** Characters of a variable that are reported: enough to find it by. */
const MAX_TEXT_LENGTH = 100;

export type Variable = {
  /** Names and indexes; null where only a render knows, as within `params[input.name]`. */
  path: (string | number | null)[];
  /** As written; a long one is cut. */
  text: string;
  /** The template itself may have set it: by a tag that assigns, or as the variable of the loop around it. */
  isLocal: boolean;
};

export function variablesOf(templates: Template[]): Variable[] {
  const found = new Map<string, Variable>();
  const assigned = new Set<string>();
  const loops: string[] = [];

  function visit(template: Template): void {
    for (const argument of template.arguments?.() ?? []) {
      for (const token of accessesIn(argument)) note(token);
    }
    for (const { content } of template.localScope?.() ?? []) assigned.add(content);
    const ofLoop = [...(template.blockScope?.() ?? [])];
    loops.push(...ofLoop);
    for (const child of childrenOf(template)) visit(child);
    loops.length -= ofLoop.length;
  }

  function note(token: PropertyAccessToken): void {
    const path = token.props.map((prop) => ('content' in prop && isKey(prop.content) ? prop.content : null));
    const root = String(path[0]);
    const isLocal = assigned.has(root) || loops.includes(root);
    const text = shown(token);
    // Two long ones may start alike.
    const key = `${isLocal} ${text.endsWith('…') ? token.begin : ''} ${text}`;
    if (!found.has(key)) found.set(key, { path, text, isLocal });
  }

  for (const template of templates) visit(template);
  return [...found.values()];
}

/** Brackets may be nested thousands deep, so this keeps its own list instead of recursing. */
function accessesIn(argument: Token | Value): PropertyAccessToken[] {
  const accesses: PropertyAccessToken[] = [];
  const left: (Token | Value)[] = [argument];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next instanceof Value || TypeGuards.isFilteredValueToken(next)) {
      const args = next.filters.flatMap((filter) => filter.args);
      const values = args.map((arg) => (Array.isArray(arg) ? arg[1] : arg)).filter((arg) => arg !== undefined);
      left.push(...[...next.initial.postfix, ...values].reverse());
    } else if (TypeGuards.isRangeToken(next)) {
      left.push(next.rhs, next.lhs);
    } else if (TypeGuards.isPropertyAccessToken(next)) {
      left.push(...next.props.filter((prop) => TypeGuards.isPropertyAccessToken(prop)));
      // A property of a quoted text or a range, such as its size, is no variable.
      if (next.variable) left.push(next.variable);
      else accesses.push(next);
    }
  }
  return accesses;
}

const isKey = (content: unknown) => typeof content === 'string' || typeof content === 'number';

export function childrenOf(template: Template): Template[] {
  return template.children ? (toValueSync(template.children(false, true)) as Template[]) : [];
}

function shown({ input, begin, end }: Token): string {
  return end - begin > MAX_TEXT_LENGTH ? `${input.slice(begin, begin + MAX_TEXT_LENGTH)}…` : input.slice(begin, end);
}
