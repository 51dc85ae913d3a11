/**
 * The Python client's methods, one for each operation of the OpenAPI document, and a `TypedDict` for each of its
 * schemas. What the methods do is in `parley/client.py`.
 */
type Schema = {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};
type Content = { content?: Record<string, { schema: Schema }> };
type Parameter = { in: string; name: string; required: boolean; schema: Schema };
type Operation = {
  operationId: string;
  summary: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
};
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Words of Python that a parameter may have for a name. */
const KEYWORDS = ['class', 'from', 'in', 'is'];
const SIMPLE: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  bytes: 'bytes',
};

export function pythonOf({ paths, components }: OpenApi): string {
  const methods = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { security = [] }]) => security.some((scheme) => 'accessToken' in scheme || 'operatorKey' in scheme))
      .filter(([, operation]) => !isStream(operation))
      .map(([method, operation]) => methodOf(method.toUpperCase(), path, operation)),
  );
  const types = Object.entries(components.schemas).map(([name, schema]) => typedDict(name, schema));
  return `${HEAD}\n${types.join('\n')}\n\n${CLASS}\n${methods.join('\n')}`;
}

const HEAD = `"""Made of openapi.json; test/api/openapi.test.ts renews both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired
`;

const CLASS = `class Operations:
    def _call(
        self,
        method: str,
        path: str,
        *values: str | int,
        query: dict[str, Any] | None = None,
        headers: dict[str, str | None] | None = None,
        body: Any = None,
    ) -> Any:
        raise NotImplementedError
`;

/** Fields of fields are plain dictionaries: the API reference has them. */
function typeOf({ $ref, type = '', const: one, enum: many, items }: Schema): string {
  if ($ref) return $ref.split('/').at(-1)!;
  if (many ?? one) return `Literal[${(many ?? [one]).map((value) => JSON.stringify(value)).join(', ')}]`;
  if (type === 'array') return `list[${items ? typeOf(items) : 'Any'}]`;
  return type === 'object' ? 'dict[str, Any]' : (SIMPLE[type] ?? 'Any');
}

/** In the form of a call, since fields have names, such as `class` and `$schema`, that are none in Python. */
function typedDict(name: string, { properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = required.includes(field) ? typeOf(schema) : `NotRequired[${typeOf(schema)}]`;
    return `    ${JSON.stringify(field)}: ${JSON.stringify(type)},\n`;
  });
  return `${name} = TypedDict("${name}", {\n${fields.join('')}})`;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');
const named = (name: string) => (KEYWORDS.includes(name) ? `${snake(name)}_` : snake(name));

function methodOf(method: string, path: string, operation: Operation): string {
  const { operationId, summary, parameters = [], requestBody } = operation;
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const body = requestBody && bodyOf(requestBody);
  const options = [...of('query'), ...of('header')];
  const given = [
    'self',
    ...of('path').map(({ name, schema }) => `${named(name)}: ${typeOf(schema)}`),
    ...(body ? [`body: ${typeOf(body)}${requestBody?.required ? '' : ' | None = None'}`] : []),
    ...(options.length > 0 ? ['*'] : []),
    ...options.map(({ name, schema }) => `${named(name)}: ${typeOf(schema)} | None = None`),
  ];
  const dictionary = (list: Parameter[]) => `{${list.map(({ name }) => `"${name}": ${named(name)}`).join(', ')}}`;
  const call = [
    `"${method}"`,
    `"${path.replace(/\{\w+\}/g, '{}')}"`,
    ...of('path').map(({ name }) => named(name)),
    ...(of('query').length > 0 ? [`query=${dictionary(of('query'))}`] : []),
    ...(of('header').length > 0 ? [`headers=${dictionary(of('header'))}`] : []),
    // No body means the same as an empty object, and some operations need one.
    ...(body ? [`body=${requestBody?.required ? 'body' : '{} if body is None else body'}`] : []),
  ];
  return `
    def ${snake(operationId)}(${given.join(', ')}) -> ${resultOf(operation)}:
        """${summary}."""
        return self._call(${call.join(', ')})
`.slice(1);
}

/** A body that is not JSON is a file. */
function bodyOf({ content = {} }: Content): Schema | undefined {
  return content['application/json']?.schema ?? { type: 'bytes' };
}

/** It has no one result, or one that is not JSON. */
function isStream({ responses }: Operation): boolean {
  const types = Object.keys(responses['200']?.content ?? {});
  return types.length > 0 && !types.some((type) => type.endsWith('json'));
}

function resultOf({ responses }: Operation): string {
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const schemas = success.flatMap(([, { content }]) => content?.['application/json']?.schema ?? []);
  return schemas[0] ? typeOf(schemas[0]) : 'None';
}
