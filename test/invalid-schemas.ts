/** The schemas of an OpenAPI document that are none: the service compiles its own without checking them. */
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Where they are in the document, and why. */
export function invalidSchemas(document: object): string[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return schemasIn(document).flatMap(([place, schema]) =>
    ajv.validateSchema(schema) === true ? [] : [`${place}: ${ajv.errorsText()}`],
  );
}

function schemasIn(value: unknown, place = ''): [string, object][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): [string, object][] => {
    const at = `${place}/${name}`;
    if (name === 'schema') return [[at, inner]];
    if (at === '/components/schemas') return Object.entries<object>(inner).map(([key, each]) => [`${at}/${key}`, each]);
    return schemasIn(inner, at);
  });
}
