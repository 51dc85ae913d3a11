/** Every rule of the verifier, by the code of its findings, in the order in which a state's are reported. */
import { checkBodies, checkBody, checkConditions, checkVariables } from '../check.ts';
import { deadEnd, unreachableState } from './ends.ts';
import { alwaysTooLong, mayBeTooLong } from './limits.ts';
import { possibleLoop, silentLoop } from './loops.ts';
import { trafficType, unknownOperation } from './outside.ts';
import type { Rule } from './rule.ts';
import { chipLeadsNowhere, missingFlowEntry, missingState } from './targets.ts';
import { unknownField, unsetVariable } from './variables.ts';
import { neverReached, overwrittenAssignment } from './waste.ts';
import { duplicateKeyword, optOutKeyword } from './words.ts';
import { modelTextNotShown } from './written.ts';

export const RULES: Readonly<Record<string, Rule>> = {
  invalid_state: {
    severity: 'error',
    says: 'A state breaks its schema, a limit of the content message, or the form of a path: it cannot be saved.',
    inState: ({ body }) => checkBody(body),
  },
  invalid_liquid: {
    severity: 'error',
    says: 'A template is not valid Liquid.',
    inState: ({ liquidErrors }) => liquidErrors,
  },
  missing_state: missingState,
  missing_flow_entry: missingFlowEntry,
  unknown_operation: unknownOperation,
  invalid_traffic_type: trafficType,
  model_text_not_shown: modelTextNotShown,
  always_too_long: alwaysTooLong,
  silent_loop: silentLoop,
  possible_loop: possibleLoop,
  dead_end: deadEnd,
  unreachable_state: unreachableState,
  chip_leads_nowhere: chipLeadsNowhere,
  unset_variable: unsetVariable,
  unknown_variable: {
    severity: 'warning',
    says: 'A template reads a variable that does not exist.',
    inState: ({ reads }) => checkVariables(reads),
  },
  unknown_field: unknownField,
  may_be_too_long: mayBeTooLong,
  never_fires: {
    severity: 'warning',
    says: 'A condition holds no Liquid and is not just `true`.',
    inState: ({ body }) => checkConditions(body),
  },
  never_reached: neverReached,
  overwritten_assignment: overwrittenAssignment,
  json_in_string: {
    severity: 'warning',
    says: 'The body of an operation is JSON written as a string: a quotation mark in a value breaks it.',
    inState: ({ body }) => checkBodies(body),
  },
  duplicate_keyword: duplicateKeyword,
  opt_out_keyword: optOutKeyword,
};
