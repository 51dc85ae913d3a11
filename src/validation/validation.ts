/**
 * What is wrong with a request, in words that name the field: Ajv's settings, and the conversion of its errors to ours.
 * The fields are defined in the schemas of `model/` and of the routes; the emulator's driver uses these words too.
 */
import AjvCompiler from '@fastify/ajv-compiler';
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import { type FieldError, Problem } from '../errors.ts';
import { pointerTo } from '../model/json-pointer.ts';
import { E164 } from '../model/phone-number.ts';
import type { ProblemCode } from '../problem-codes.ts';
import { type AjvError, choiceOf, withoutUnionNoise } from './union-errors.ts';

const NOT_E164 = 'must be a phone number in E.164 form: +, country code and number, without spaces or dashes';

/** Nobody reads more; a hostile body could otherwise cause a larger response. */
const MAX_ERRORS_SHOWN = 20;

type Compiler = ReturnType<typeof AjvCompiler>;

const AJV: Parameters<Compiler>[1] = {
  customOptions: {
    // Nothing is coerced and nothing is dropped: a field that we would ignore is a field that somebody relies on.
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: true,
    allErrors: true,
    // They are ours, and tested: to compile what checks them takes longer than to compile most of them.
    validateSchema: false,
    // Attaches the schema to each error, for its description.
    verbose: true,
  },
  onCreate(ajv) {
    const { validate: hasForm } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
    // A leap second has the form of a time but is invalid in JavaScript.
    ajv.addFormat('date-time', (text) => hasForm(text) && !Number.isNaN(Date.parse(text)));
  },
};

/** Servers with the same shared schemas, as one test starts after the other, share what compiles: making it is slow. */
const build = AjvCompiler();

/**
 * A schema is compiled on first use: compiling them all takes half of a start. Referenced schemas are registered by
 * then.
 */
export function compileWhenNeeded(server: FastifyInstance): void {
  let compile: FastifySchemaCompiler<unknown> | undefined;
  server.setValidatorCompiler((route) => {
    let compiled: FastifyValidationResult | undefined;
    const validate: FastifyValidationResult = (value) => {
      compile ??= build(server.getSchemas() as Parameters<Compiler>[0], AJV) as FastifySchemaCompiler<unknown>;
      compiled ??= compile(route);
      const answer = compiled(value);
      validate.errors = compiled.errors ?? null;
      return answer;
    };
    return validate;
  });
}

/** Checks JSON that is in no request, such as a file. Content messages have a check of their own. */
export function createDocumentCheck(schema: object): (value: unknown) => FieldError[] {
  const compile = AjvCompiler()({ ContentMessage: { $id: 'ContentMessage', type: 'object' } }, AJV);
  const validate = (compile as FastifySchemaCompiler<unknown>)({ schema, method: '', url: '' });
  return (value) => {
    if (validate(value)) return [];
    return withoutUnionNoise(validate.errors as AjvError[]).map((error) => fieldError(error, 'body'));
  };
}

/** U+0000 in a path or a query would reach PostgreSQL, which cannot store it; nothing of ours is named with it. */
export function refuseNullInUrls(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.includes('%00')) return done();
    done(new Problem('invalid_request', 'The address contains U+0000.'));
  });
}

/** The parts of a request in the order in which they are reported: Fastify's name, and the field that holds it. */
const PARTS = [
  ['params', 'params'],
  ['querystring', 'query'],
  ['headers', 'headers'],
  ['body', 'body'],
] as const;
type Part = (typeof PARTS)[number][0];

/** A schema's objection to a request: in its own words, and in ours. */
export type Refusal = { part: Part; error: AjvError; told: FieldError };

/** Everything that the schemas refuse in a request: Fastify itself stops at the first part. */
export function refusalsOf(request: FastifyRequest): Refusal[] {
  return PARTS.flatMap(([part, field]) => {
    const validate = request.getValidationFunction(part);
    return validate ? refusalsIn(validate, request[field], part) : [];
  });
}

/** Everything that one schema refuses in a value. */
export function refusalsIn(validate: FastifyValidationResult, value: unknown, part: Part = 'body'): Refusal[] {
  if (validate(value)) return [];
  return withoutUnionNoise(validate.errors as AjvError[]).map((error) => ({
    part,
    error,
    told: fieldError(error, part),
  }));
}

/** One problem for what the schemas refuse and what other checks have found. */
export function refusalProblem(refusals: Refusal[], found: FieldError[] = []): Problem {
  const isPhoneNumber = refusals.some(({ error }) => error.params['pattern'] === E164.source);
  const errors = [...refusals.map(({ told }) => told), ...found];
  return isPhoneNumber ? fieldProblem(errors, 'invalid_phone_number') : fieldProblem(errors);
}

/** A 400 that names fields; `detail` holds the first of them. Only faults of Liquid are reported by line. */
export function fieldProblem(
  errors: FieldError[],
  code: ProblemCode = errors.every(({ line }) => line !== undefined) ? 'invalid_liquid' : 'validation_failed',
  maxShown = MAX_ERRORS_SHOWN,
): Problem {
  const [first] = errors;
  const said = first ? `${first.path === '' ? 'The body' : first.path} ${first.message}` : 'The request is not valid';
  const detail = errors.length > 1 ? `${said}, and ${errors.length - 1} more.` : `${said}.`;
  return new Problem(code, detail, { errors: errors.slice(0, maxShown) });
}

function fieldError(error: AjvError, where: Part): FieldError {
  const child = error.params['missingProperty'] ?? error.params['additionalProperty'];
  const pointer = child === undefined ? error.instancePath : error.instancePath + pointerTo(String(child));
  return { path: where === 'body' ? pointer : pointer.slice(1), message: message(error, where) };
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  array: 'an array',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

function message(error: AjvError, where: Part): string {
  const { keyword, params, parentSchema, message: said } = error;
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'anyOf':
      return `needs at least one of ${choiceOf(error)?.join(', ')}`;
    case 'oneOf':
      return `must have exactly one of ${choiceOf(error)?.join(', ')}`;
    case 'additionalProperties':
      return where === 'body' ? 'is not a field of this object' : 'is not a parameter of this operation';
    case 'type':
      return `must be ${[params['type']]
        .flat()
        .map((type) => TYPES[String(type)] ?? type)
        .join(' or ')}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'pattern':
      if (params['pattern'] === '\\S') return 'must not be blank';
      if (params['pattern'] === E164.source) return NOT_E164;
      return parentSchema?.description
        ? `must match its form (${parentSchema.description.replace(/\.$/, '')})`
        : 'has the wrong form';
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must be at least ${limit} characters long`;
    case 'maxLength':
      return `must be at most ${limit} characters long`;
    case 'minItems':
      return `must have at least ${limit} elements`;
    case 'maxItems':
      return `must have at most ${limit} elements`;
    case 'minProperties':
      return `must have at least ${limit === 1 ? 'one field' : `${limit} fields`}`;
    case 'maxProperties':
      return `must have at most ${limit} fields`;
    case 'format':
      return params['format'] === 'date-time' ? 'must be a time such as 2026-01-02T03:04:05Z' : 'has the wrong form';
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    default:
      return said ?? 'is not valid';
  }
}
