/**
 * Which variables a template reads that it does not make itself. LiquidJS can tell too, but counts the lines up to each
 * one anew, and those in brackets again for every bracket: with 16 KiB of them it takes seconds, or hours.
 */
import { type Template, type Token, TypeGuards, toValueSync, Value } from 'liquidjs';

/** Characters of a path that are told: enough to find it by. */
const MAX_PATH_LENGTH = 100;

/** `path` as it is written, `root` its first name. */
export type Variable = { root: string; path: string };

export function variablesOf(templates: Template[]): Variable[] {
  const found = new Map<string, Variable>();
  /** Names that the template makes: from there on, and in its innermost blocks. */
  const scopes = [new Set<string>()];

  function visit(template: Template): void {
    for (const argument of template.arguments?.() ?? []) {
      for (const variable of variablesIn(argument)) {
        if (!scopes.some((names) => names.has(variable.root))) found.set(variable.path, variable);
      }
    }
    for (const name of template.localScope?.() ?? []) scopes[0]!.add(name.content);
    const names = template.blockScope?.();
    if (names) scopes.push(new Set(names));
    for (const child of template.children ? (toValueSync(template.children(false, true)) as Template[]) : []) {
      visit(child);
    }
    if (names) scopes.pop();
  }

  for (const template of templates) visit(template);
  return [...found.values()];
}

/** Brackets may be nested thousands deep, so that this keeps a list of its own instead of calling itself. */
function variablesIn(argument: Token | Value): Variable[] {
  const variables: Variable[] = [];
  const left: (Token | Value)[] = [argument];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next instanceof Value || TypeGuards.isFilteredValueToken(next)) {
      const args = next.filters.flatMap((filter) => filter.args);
      const values = args.map((arg) => (Array.isArray(arg) ? arg[1] : arg)).filter((arg) => arg !== undefined);
      left.push(...[...next.initial.postfix, ...values].reverse());
    } else if (TypeGuards.isRangeToken(next)) {
      left.push(next.rhs, next.lhs);
    } else if (TypeGuards.isPropertyAccessToken(next)) {
      const [root, ...more] = next.props;
      left.push(...[root, ...more].filter((prop) => prop !== undefined && TypeGuards.isPropertyAccessToken(prop)));
      if (root && 'content' in root) variables.push({ root: String(root.content), path: shown(next) });
    }
  }
  return variables;
}

function shown({ input, begin, end }: Token): string {
  return end - begin > MAX_PATH_LENGTH ? `${input.slice(begin, begin + MAX_PATH_LENGTH)}…` : input.slice(begin, end);
}
