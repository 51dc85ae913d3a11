/**
 * The frame of the addresses that drive the emulator: who may use them, how a body is checked, how a problem is told.
 * The addresses are in `routes-handsets.ts`, `routes-stream.ts` and `routes-control.ts`.
 */
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { FieldError } from '../errors.ts';
import { Problem, problemDocument } from '../errors.ts';
import { malformedJson } from '../model/json-fault.ts';
import { E164 } from '../model/phone-number.ts';
import { allowNoBody, coerceQueries } from '../request-input.ts';
import type { Emulator } from './emulator.ts';
import { GoogleError } from './google-error.ts';
import { controlRoutes } from './routes-control.ts';
import { handsetRoutes } from './routes-handsets.ts';
import { streamRoutes } from './routes-stream.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const NOT_E164 = 'must be a phone number in E.164 form: +, country code and number, without spaces or dashes';

export function driverRoutes(emulator: Emulator): FastifyPluginAsync {
  return async (scope) => {
    answerAsParley(scope, emulator);
    scope.addHook('onRequest', async (request) => emulator.authorizeOperator(request));
    await scope.register(handsetRoutes(emulator));
    await scope.register(streamRoutes(emulator));
    await scope.register(controlRoutes(emulator));
  };
}

function answerAsParley(scope: FastifyInstance, emulator: Emulator): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(malformedJson(body as string));
    }
  });
  coerceQueries(scope);
  allowNoBody(scope);
  scope.setValidatorCompiler(({ schema }) => check(schema as TSchema));
  scope.setSerializerCompiler(() => JSON.stringify);
  scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    sendProblem(reply, problemOf(error, emulator), emulator),
  );
}

function check(schema: TSchema) {
  const validator = Compile(schema);
  return (value: unknown) => {
    if (validator.Check(value)) return { value };
    // An unknown field is told twice: of the object that holds it, and by itself as what the schema `false` describes.
    // A choice that was not made is told as a whole, and by each of what there was to choose from.
    const told = validator
      .Errors(value)
      .filter(({ keyword, schemaPath }) => keyword !== 'additionalProperties' && !schemaPath.includes('/oneOf/'));
    const errors = told.flatMap((error) => fieldErrorsOf(error, schema as Choice));
    const isPhone = errors.every(({ path }) => path === '/phoneNumber');
    const first = errors[0] ?? { path: '', message: 'is not valid' };
    const detail = `${first.path || 'The request'} ${first.message}.`;
    return { error: new Problem(isPhone ? 'invalid_phone_number' : 'validation_failed', detail, { errors }) };
  };
}

type SchemaError = { keyword: string; instancePath: string; message: string; params: object };
type Choice = { oneOf?: { required: string[] }[] };

function fieldErrorsOf({ keyword, instancePath: path, message, params }: SchemaError, { oneOf }: Choice): FieldError[] {
  const { requiredProperties = [], allowedValues = [], pattern } = params as Record<string, string[] | undefined>;
  switch (keyword) {
    case 'required':
      return requiredProperties.map((name) => ({ path: `${path}/${name}`, message: 'is required' }));
    case 'boolean':
      return [{ path, message: 'is not a field of this object' }];
    case 'enum':
      return [{ path, message: `must be one of ${allowedValues.join(', ')}` }];
    case 'oneOf':
      return [{ path, message: `must have exactly one of ${oneOf?.flatMap(({ required }) => required).join(', ')}` }];
    case 'pattern':
      return [{ path, message: String(pattern) === E164.source ? NOT_E164 : message }];
    default:
      return [{ path, message }];
  }
}

function problemOf(error: Error & { statusCode?: number }, emulator: Emulator): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof GoogleError)
    return new Problem(error.code === 429 ? 'too_many_requests' : 'invalid_request', error.message);
  if (error.statusCode === 413) return new Problem('body_too_large', `A body has at most ${MAX_BODY_BYTES} bytes.`);
  if (error.statusCode && error.statusCode < 500) return new Problem('invalid_request', error.message);
  emulator.platform.log.error({ err: error }, 'the emulator failed');
  return new Problem('internal_error', 'The emulator failed.');
}

export function sendProblem(reply: FastifyReply, problem: Problem, { problemType }: Emulator): FastifyReply {
  const body = problemDocument(problem, problemType(problem.code));
  return reply.code(problem.status).headers(problem.headers).type('application/problem+json').send(body);
}
