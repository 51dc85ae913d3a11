/**
 * The examples of the OpenAPI document: the requests of one story, in its order, and what a service answered to them. The
 * answers in `examples.json` are recorded by `test/api/examples.test.ts`, which also sends each request as the document
 * shows it; nobody writes them.
 */
import { readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '../../model/json.ts';

/** One request of the story. Ids, times and secrets are made up, and the same throughout. */
export type Example = {
  operation: string;
  /** Tells it from another one with the same operation and status. */
  name?: string;
  /** Without credentials. */
  as?: 'nobody';
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: JsonObject;
  /** The body where it is a file; the document does not show it. */
  base64?: string;
  status: number;
  /** Absent without one, and where it is a file. */
  answer?: JsonValue;
};

type Content = Record<string, { examples?: Record<string, { value: JsonValue }> }>;
type Operation = {
  operationId: string;
  parameters?: { in: string; name: string; schema: { type?: string }; example?: string | number }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Paths = Record<string, Record<string, Operation>>;
/** The examples of problems, each once, by their codes. */
type Problems = Record<string, { value: object }>;

/** In the order of the story. */
export function readExamples(): Example[] {
  return JSON.parse(readFileSync(new URL('./examples.json', import.meta.url), 'utf8'));
}

/** Puts the examples where readers look for them: with parameters, bodies, answers, and the problems that occurred. */
export function addExamples(paths: Paths, problems: Problems): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const shown = new Set<Operation>();
  for (const example of readExamples()) {
    const operation = byId.get(example.operation);
    if (!operation) throw new Error(`examples.json: there is no operation ${example.operation}`);
    if (example.status >= 400) {
      addProblem(problems, example);
      continue;
    }
    if (!shown.has(operation)) showParameters(operation, example);
    shown.add(operation);
    const { name = 'cornerShop', body, answer } = example;
    show(operation.requestBody?.content, name, body);
    show(operation.responses[example.status]?.content, name, answer);
  }
}

/**
 * A parameter has one example: that of the first request. Readers put what has an example into the command that they print, so
 * a filter that the request does not have has none: all of them together would fit nothing.
 */
function showParameters({ parameters = [] }: Operation, { path, query, headers }: Example): void {
  const given: Record<string, Record<string, string> | undefined> = { path, query, header: headers };
  for (const parameter of parameters) {
    const value = given[parameter.in]?.[parameter.name];
    if (value !== undefined) parameter.example = parameter.schema.type === 'integer' ? Number(value) : value;
    else if (parameter.in === 'query') delete parameter.example;
  }
}

function show(content: Content | undefined, name: string, value: JsonValue | undefined): void {
  if (value === undefined) return;
  for (const media of Object.values(content ?? {})) media.examples = { ...media.examples, [name]: { value } };
}

function addProblem(problems: Problems, { answer }: Example): void {
  const problem = problems[(answer as { code: string } | undefined)?.code ?? ''];
  if (problem) problem.value = answer as object;
}
