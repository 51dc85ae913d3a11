/**
 * What is wrong with a flow document: every state is checked as a single save would check it, a few at a time, so that
 * a large document keeps nobody waiting. Paths begin at the document: `/states/<id>/…`.
 */
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Context } from '../../context.ts';
import type { FieldError } from '../../errors.ts';
import { type Agent, MAX_KEYWORDS, repeatedKeywords, STATE_ID_PATTERN } from '../../model/agent.ts';
import { Flow, MAX_FLOW_STATES } from '../../model/flow.ts';
import { isObject } from '../../model/json.ts';
import { pointerTo } from '../../model/json-pointer.ts';
import type { StateBody } from '../../model/state.ts';
import { type Refusal, refusalsIn } from '../../validation/validation.ts';
import { beyond } from '../contract/also-checked.ts';
import { salvaged } from '../contract/salvage.ts';
import { ref } from '../contract/schemas.ts';
import { checkStateBody } from './state-checks.ts';
import { MAX_STATE_BYTES } from './states.ts';

/** Nobody reads more, and the rest of a document with so many is not checked. */
export const MAX_FLOW_FAULTS = 200;
/** States checked before others get their turn: some milliseconds. */
const STATES_AT_ONCE = 20;
/** Unknown fields of a document that are reported. */
const MAX_FIELDS = 20;

const NOT_AN_ID = 'must be named by a stateId: letters, digits and . _ ~ : @ - , at most 100';

const { states: _states, ...settings } = Flow.properties;
const Settings = Type.Object(settings, { additionalProperties: false });
const AState = ref('StateBody');

type Checked = { errors: FieldError[]; warnings: FieldError[] };
type Check = (stateId: string, body: unknown) => Promise<Checked>;

/** `errors` and `warnings` are cut at `MAX_FLOW_FAULTS`. The document is a flow if there are no errors. */
export async function checkFlow(
  context: Context,
  agent: Agent,
  request: FastifyRequest,
  document: unknown,
): Promise<Checked & { flow: Flow }> {
  const { errors, flow } = readFlow(request, document);
  const warnings: FieldError[] = [];
  const check = stateCheck(context, agent, request, flow);
  const states = Object.entries(flow.states);
  for (let from = 0; from < states.length && errors.length < MAX_FLOW_FAULTS; from += STATES_AT_ONCE) {
    const some = states.slice(from, from + STATES_AT_ONCE);
    for (const found of await Promise.all(some.map(([stateId, body]) => check(stateId, body)))) {
      errors.push(...found.errors);
      warnings.push(...found.warnings);
    }
    await setImmediate();
  }
  return { flow, errors: errors.slice(0, MAX_FLOW_FAULTS), warnings: warnings.slice(0, MAX_FLOW_FAULTS) };
}

/** Its faults outside the states, and the document without what is wrong there. */
function readFlow(request: FastifyRequest, document: unknown): { errors: FieldError[]; flow: Flow } {
  if (!isObject(document)) {
    return { errors: [{ path: '', message: 'must be a JSON object' }], flow: { states: {} } };
  }
  const { states, ...rest } = document;
  // Only as much as is reported: a schema lists every fault of what it is given.
  const given: Record<string, unknown> = Object.fromEntries(Object.entries(rest).slice(0, MAX_FIELDS));
  const { keywords } = given;
  if (Array.isArray(keywords)) given['keywords'] = keywords.slice(0, MAX_KEYWORDS + 1);
  const refusals = refusalsIn(request.compileValidationSchema(Settings), given);
  const sound = salvaged(given, errorsOf(refusals)) as Omit<Flow, 'states'>;
  const errors = refusals.map(({ told }) => told);
  errors.push(...beyond(refusals, repeatedKeywords(sound.keywords ?? [], '/keywords')));
  const fault = statesFault(states);
  if (fault !== null) errors.push({ path: '/states', message: fault });
  return { errors, flow: { ...sound, states: fault === null ? (states as Flow['states']) : {} } };
}

function statesFault(states: unknown): string | null {
  if (states === undefined) return 'is required';
  if (!isObject(states)) return 'must be a JSON object';
  return Object.keys(states).length > MAX_FLOW_STATES ? `must have at most ${MAX_FLOW_STATES} fields` : null;
}

function stateCheck(context: Context, agent: Agent, request: FastifyRequest, { states }: Flow): Check {
  const options = {
    stateExists: (id: string) => Object.hasOwn(states, id),
    checkCall: context.connectors.checker(),
  };
  const isState = request.compileValidationSchema(AState);
  const isStateId = new RegExp(STATE_ID_PATTERN);
  return async (stateId, body) => {
    const path = pointerTo('states', stateId);
    const fault = isStateId.test(stateId) ? tooLong(body) : NOT_AN_ID;
    if (fault !== null) return { errors: [{ path, message: fault }], warnings: [] };
    const refusals = refusalsIn(isState, body);
    const rest = salvaged(body, errorsOf(refusals)) as StateBody;
    const { errors, liquidErrors, warnings } = await checkStateBody(context, agent, stateId, rest, options);
    const told = [...refusals.map((refusal) => refusal.told), ...beyond(refusals, [...errors, ...liquidErrors])];
    const below = (one: FieldError) => ({ ...one, path: path + one.path });
    return { errors: told.map(below), warnings: warnings.map(below) };
  };
}

function tooLong(body: unknown): string | null {
  return Buffer.byteLength(JSON.stringify(body)) > MAX_STATE_BYTES ? `must be at most ${MAX_STATE_BYTES} bytes` : null;
}

const errorsOf = (refusals: Refusal[]) => refusals.map(({ error }) => error);
