/**
 * What is wrong with a state when it is saved, beyond its schema: content, Liquid, paths (errors), and what will not do
 * what its author seems to mean (warnings). http may not import the engine: it gets this through the context. Each
 * check is also a rule of `verify/`, which sees the whole flow.
 */
import { type FieldError, Problem } from '../errors.ts';
import { answerSchemaFaults } from '../model/answer-schema.ts';
import { checkContentMessage } from '../model/content-message.ts';
import { pointerTo } from '../model/json-pointer.ts';
import { EMPTY_STATE, isEmptyState, type StateBody } from '../model/state.ts';
import { countTags, holdsLiquid } from '../model/templated.ts';
import { TemplateError } from './liquid.ts';
import { pathFault } from './paths.ts';
import type { Sandbox } from './sandbox.ts';
import { VARIABLES } from './scope.ts';
import { leavesOf } from './template.ts';
import type { Variable } from './variables.ts';
import { CONTENT_PATH, waysOf } from './ways.ts';

/** Counted from 1, within the string at `path`. */
type LiquidFault = FieldError & { line: number; column: number };

export type CheckedState = {
  /** 400 `validation_failed`. */
  errors: FieldError[];
  /** 400 `invalid_liquid`. */
  liquidErrors: LiquidFault[];
  /** For the response to a save that succeeds. */
  warnings: FieldError[];
};

type StateCheckOptions = {
  /** Of this agent, including the state that is being saved. */
  stateExists(stateId: string): boolean | Promise<boolean>;
};

/** @throws Problem `not_ready` when a template ran out of time */
export type StateChecker = (accountId: string, body: StateBody, options: StateCheckOptions) => Promise<CheckedState>;

/** Outputs and tags of a state: above any carousel with operations and transitions, and parsed within some 20 ms. */
const MAX_TAGS = 2_000;
const MAX_WARNINGS = 50;

/** The bodies it gets already fit their schema. */
export function createStateChecker({ variablesOf }: Pick<Sandbox, 'variablesOf'>): StateChecker {
  return async (accountId, body, { stateExists }) => {
    const { liquidErrors, reads } = await readTemplates(body, (template) => variablesOf(accountId, template));
    const warnings = [
      ...(await checkReferences(body, stateExists)),
      ...checkConditions(body),
      ...checkBodies(body),
      ...checkVariables(reads),
    ];
    return { errors: checkBody(body), liquidErrors, warnings: warnings.slice(0, MAX_WARNINGS) };
  };
}

/** What no save accepts, apart from Liquid. */
export function checkBody(body: StateBody): FieldError[] {
  return [
    ...(isEmptyState(body) ? [EMPTY_STATE] : []),
    ...checkTags(templatesOf(body)),
    ...checkContent(body),
    ...checkAssignments(body),
    ...checkQuestions(body),
  ];
}

/** What a model is asked: nothing is rendered into its instructions, so that nobody else can write them. */
function checkQuestions({ operations = [] }: StateBody): FieldError[] {
  return operations.flatMap(({ instructions, answerSchema }, index) => {
    const path = `/operations/${index}`;
    const faults = answerSchema === undefined ? [] : answerSchemaFaults(answerSchema, `${path}/answerSchema`);
    if (instructions === undefined) return faults;
    if (answerSchema === undefined)
      faults.push({ path: `${path}/answerSchema`, message: 'is required with instructions' });
    if (!holdsLiquid(instructions)) return faults;
    const message =
      'must hold no Liquid: what changes from turn to turn belongs into data, which the model reads as data';
    return [...faults, { path: `${path}/instructions`, message }];
  });
}

function checkContent({ template }: StateBody): FieldError[] {
  return template ? checkContentMessage(template.contentMessage, { rendered: false, path: CONTENT_PATH }) : [];
}

function checkAssignments({ input }: StateBody): FieldError[] {
  return (input?.assignments ?? []).flatMap(({ from }, index) => {
    const message = pathFault(from);
    return message === null ? [] : [{ path: `/input/assignments/${index}/from`, message }];
  });
}

/** Where templates are: the JSON pointer of a part, and the part. */
function partsOf({ template, operations = [], transitions = [] }: StateBody): [path: string, part: unknown][] {
  return [
    [CONTENT_PATH, template?.contentMessage],
    ...operations.map(({ data }, index): [string, unknown] => [`/operations/${index}/data`, data]),
    ...transitions.map(({ condition }, index): [string, unknown] => [`/transitions/${index}/condition`, condition]),
  ];
}

type Templates = { templates: { path: string; text: string }[]; tags: number };

/** Every string that holds Liquid, up to the limit. */
function templatesOf(body: StateBody): Templates {
  let tags = 0;
  const isWanted = (text: string) => {
    const found = countTags(text);
    tags += found;
    return found > 0 && tags <= MAX_TAGS;
  };
  const templates = partsOf(body).flatMap(([path, part]) =>
    leavesOf(part, isWanted).map(({ keys, text }) => ({ path: path + pointerTo(...keys), text })),
  );
  return { templates, tags };
}

function checkTags({ tags }: Templates): FieldError[] {
  if (tags <= MAX_TAGS) return [];
  return [{ path: '', message: `must have at most ${MAX_TAGS} outputs and tags ({{ … }}, {% … %}); it has ${tags}` }];
}

/** A template and what it reads. */
export type Read = { path: string; text: string; variables: Variable[] };

/** Nothing of a state with too many tags. @throws Problem `not_ready` when a template ran out of time */
export async function readTemplates(
  body: StateBody,
  variablesOf: (template: string) => Promise<Variable[]>,
): Promise<{ liquidErrors: LiquidFault[]; reads: Read[] }> {
  const { templates, tags } = templatesOf(body);
  const liquidErrors: LiquidFault[] = [];
  const reads: Read[] = [];
  for (const { path, text } of tags > MAX_TAGS ? [] : templates) {
    try {
      reads.push({ path, text, variables: await variablesOf(text) });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      if (error.fault !== 'syntax') throw notChecked(path, error);
      const { line, column } = error;
      const message = `is not valid Liquid: ${error.message} (line ${line}, column ${column})`;
      liquidErrors.push({ path, message, line, column });
    }
  }
  return { liquidErrors, reads };
}

export function checkVariables(reads: Read[]): FieldError[] {
  return reads.flatMap(({ path, variables }) => {
    const messages = new Set(variables.filter(isUnknown).map(({ text }) => unknownVariable(text)));
    return [...messages].map((message) => ({ path, message }));
  });
}

function notChecked(path: string, cause: TemplateError): Problem {
  const detail = `The template at ${path} could not be checked in time; try again.`;
  return new Problem('not_ready', detail, { cause });
}

/** A name computed at render time may be any. */
function isUnknown({ path: [root = null], isLocal }: Variable): boolean {
  return !isLocal && root !== null && !VARIABLES.includes(String(root));
}

function unknownVariable(variable: string): string {
  return `reads "${variable}", which is always empty: the variables are ${VARIABLES.join(', ')}`;
}

/** Flows are written in any order, so a state that does not exist yet is no error. */
async function checkReferences(body: StateBody, stateExists: StateCheckOptions['stateExists']): Promise<FieldError[]> {
  const warnings: FieldError[] = [];
  for (const { path, stateId } of referencesOf(body)) {
    if (await stateExists(stateId)) continue;
    warnings.push({ path, message: `names state "${stateId}", which does not exist yet` });
  }
  return warnings;
}

function referencesOf({ flowEntryStateId, ...body }: StateBody) {
  const named = waysOf(body)
    // A plain word is fine where the answer is captured, and on an action; JSON that names a state always means it.
    .filter(({ meansState, isAction }) => meansState || !(body.input || isAction))
    .map(({ path, to }) => ({ path, stateId: to }));
  return [{ path: '/flowEntryStateId', stateId: flowEntryStateId }, ...named].filter(
    (reference): reference is { path: string; stateId: string } => typeof reference.stateId === 'string',
  );
}

/** `data.order.ok` without braces is text and not an expression: a common slip, and a silent one. */
export function checkConditions({ transitions = [] }: StateBody): FieldError[] {
  return transitions.flatMap(({ condition }, index) => {
    if (holdsLiquid(condition) || condition.trim() === 'true') return [];
    const message = 'never fires: it contains no Liquid; write {{ … }} or {% if … %}true{% endif %}, or just true';
    return [{ path: `/transitions/${index}/condition`, message }];
  });
}

/** A quotation mark in a value would end the string it is rendered into. */
export function checkBodies({ operations = [] }: StateBody): FieldError[] {
  return operations.flatMap(({ data: { body } }, index) => {
    if (typeof body !== 'string' || !holdsLiquid(body) || !/^\s*[[{]\s*["{[]/.test(body)) return [];
    const message = 'is JSON in a string: write it as plain JSON, so that no value can break it';
    return [{ path: `/operations/${index}/data/body`, message }];
  });
}
