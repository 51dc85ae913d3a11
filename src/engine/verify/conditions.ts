/** What can be known of conditions without rendering them. */
import type { Transition } from '../../model/state.ts';

/** Whether one of them always fires: one without a condition, or one that fires where another does not. */
export function isExhaustive(transitions: Transition[]): boolean {
  return transitions.some(({ condition }, index) => {
    const opposite = oppositeOf(condition);
    return (
      isAlways(condition) || transitions.slice(0, index).some((earlier) => opposite?.has(plain(earlier.condition)))
    );
  });
}

const ALWAYS = new Set(['true', '{{ true }}', '{% if true %}true{% endif %}']);

export function isAlways(condition: string): boolean {
  return ALWAYS.has(plain(condition));
}

/** With one form of white space. */
export function plain(condition: string): string {
  return condition
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(\{[{%])-? ?/g, '$1 ')
    .replace(/ ?-?([%}]\})/g, ' $1');
}

const TEST = /^\{% (if|unless) ([^%]+?) %\}(?: ?true ?)\{% end(if|unless) %\}$/;

/** Conditions that fire exactly where this one does not, as far as that can be read from it. */
export function oppositeOf(condition: string): Set<string> | null {
  const [, tag, test] = TEST.exec(plain(condition)) ?? [];
  if (tag === undefined || test === undefined) return null;
  const write = (name: string, text: string) => `{% ${name} ${text} %}true{% end${name} %}`;
  const opposites = new Set([write(tag === 'if' ? 'unless' : 'if', test)]);
  const [, left, operator, right] = /^(\S+) (==|!=) (\S+|'[^']*'|"[^"]*")$/.exec(test) ?? [];
  if (operator !== undefined) opposites.add(write(tag, `${left} ${operator === '==' ? '!=' : '=='} ${right}`));
  return opposites;
}
