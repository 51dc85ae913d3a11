/** Rules about parts of a state that have no effect. */
import type { FieldError } from '../../errors.ts';
import { isAlways, plain } from './conditions.ts';
import type { StateRule } from './rule.ts';

export const neverReached: StateRule = {
  severity: 'warning',
  says: 'A transition, the message or the input comes after a transition that always fires, or a transition has the condition of an earlier one.',
  inState({ body: { transitions = [], template, input } }) {
    const always = transitions.findIndex(({ condition }) => isAlways(condition));
    const before = always === -1 ? transitions : transitions.slice(0, always);
    const repeated = before.flatMap(({ condition }, index): FieldError[] => {
      const first = before.findIndex((earlier) => plain(earlier.condition) === plain(condition));
      const message = `never fires: it is the condition of /transitions/${first}, which comes first`;
      return first < index ? [{ path: `/transitions/${index}/condition`, message }] : [];
    });
    if (always === -1) return repeated;
    const hidden = [
      ...(transitions.length > always + 1 ? [`/transitions/${always + 1}`] : []),
      ...(template ? ['/template'] : []),
      ...(input ? ['/input'] : []),
    ];
    const message = `is never reached: /transitions/${always} always fires`;
    return [...repeated, ...hidden.slice(0, 1).map((path) => ({ path, message }))];
  },
};

export const overwrittenAssignment: StateRule = {
  severity: 'warning',
  says: 'Two assignments of one input set the same name: the last counts, even where it finds nothing.',
  inState({ body: { input } }) {
    const assignments = input?.assignments ?? [];
    return assignments.flatMap(({ to }, index): FieldError[] => {
      const last = assignments.findLastIndex((other) => other.to === to);
      const message = `is overwritten: /input/assignments/${last} sets "${to}" too, to null where it finds nothing`;
      return last > index ? [{ path: `/input/assignments/${index}/to`, message }] : [];
    });
  },
};
