/** Rules about what states, keywords and chips name. */
import type { FieldError } from '../../errors.ts';
import { foldedKeyword } from '../../model/agent.ts';
import { holdsLiquid } from '../../model/templated.ts';
import { chipsOf } from '../chip.ts';
import { postbackPath, type Way } from '../ways.ts';
import type { FlowRule, StateRule } from './rule.ts';
import { type FlowView, placeIn } from './view.ts';

export const missingState: FlowRule = {
  severity: 'error',
  says: 'A transition, an `input.nextState`, a chip, a keyword or `defaultState` names a state that the flow does not have. The turn stops with `missing_state`; a tapped chip is treated as a message.',
  inFlow(flow) {
    const { defaultState, keywords = [] } = flow.flow;
    const named = [
      ...(defaultState === undefined ? [] : [{ path: '/defaultState', to: defaultState }]),
      ...keywords.map(({ stateId }, index) => ({ path: `/keywords/${index}/stateId`, to: stateId })),
      ...[...flow.states.values()].flatMap(({ stateId, ways }) =>
        ways
          .filter(({ meansState }) => meansState)
          .map((way) => ({ ...way, path: placeIn(stateId, way.path), stateId })),
      ),
    ];
    return named
      .filter(({ to }) => typeof to === 'string' && !flow.states.has(to))
      .map(({ path, to, ...where }) => ({
        path,
        message: missing(to as string),
        ...('stateId' in where && { stateId: where.stateId }),
      }));
  },
};

function missing(stateId: string): string {
  return `names state "${stateId}", which does not exist`;
}

export const missingFlowEntry: StateRule = {
  severity: 'warning',
  says: 'A `flowEntryStateId` names a state that the flow does not have. Nobody is stopped by it, but the state belongs to no flow.',
  inState({ body: { flowEntryStateId } }, { states }) {
    if (flowEntryStateId === undefined || states.has(flowEntryStateId)) return [];
    return [{ path: '/flowEntryStateId', message: missing(flowEntryStateId) }];
  },
};

export const chipLeadsNowhere: StateRule = {
  severity: 'warning',
  says: "A suggested reply has a postback that names no state, its label is no keyword, and its state has no input that would take the answer: a tap gets the default state, or silence. Or a chip asks for the user's location where no input waits for it.",
  inState({ body, ways }, flow) {
    if (body.input) return [];
    return chipsOf(body.template?.contentMessage ?? {}).flatMap((chip): FieldError[] => {
      const path = postbackPath(chip);
      const { type, text, postbackData, sharesLocation } = chip;
      if (sharesLocation) return [{ path, message: 'asks for a location that no input waits for' }];
      const isKeyword = holdsLiquid(text) || flow.keywords.has(foldedKeyword(text));
      if (type === 'ACTION' || isKeyword || postbackData === undefined) return [];
      const way = ways.find((one) => one.path === path);
      const why = whyNowhere(postbackData, way, flow);
      return why === null ? [] : [{ path, message: `leads nowhere: ${why}, and no input waits for it` }];
    });
  },
};

function whyNowhere(postback: string, way: Way | undefined, flow: FlowView): string | null {
  if (way) {
    // A missing state that JSON names is an error of its own.
    const isSaid = way.meansState && typeof way.to === 'string';
    return isSaid || flow.statesAt(way).length > 0 ? null : 'no state has this name';
  }
  if (holdsLiquid(postback)) return null;
  return postback.trimStart().startsWith('{')
    ? 'it is not JSON such as {"nextState": "…", "params": {…}}'
    : 'it is not the name of a state';
}
