/**
 * A value that fits no member of a union is wrong once, not once for each member. Of all that Ajv reports about a
 * union, this keeps the errors of the member that was meant.
 */
import type { FastifySchemaValidationError } from 'fastify';

export type Schema = {
  type?: string;
  const?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
};
/** `schema` is the value of the keyword, `parentSchema` the schema that holds it. */
export type AjvError = FastifySchemaValidationError & { schema?: unknown; parentSchema?: Schema };

export function withoutUnionNoise(errors: AjvError[]): AjvError[] {
  let relevant = errors;
  for (const union of errors.filter(isUnion)) {
    const inside = relevant.filter((error) => error.schemaPath.startsWith(`${union.schemaPath}/`));
    const members = [...Map.groupBy(inside, (error) => memberOf(error, union)).values()];
    const kept = new Set(choiceOf(union) ? [union] : meantBy(members, union));
    const dropped = new Set([union, ...inside]);
    relevant = [...relevant.filter((error) => !dropped.has(error)), ...kept];
  }
  return relevant;
}

const isUnion = ({ keyword }: AjvError) => keyword === 'anyOf' || keyword === 'oneOf';

/** The fields of which an object needs at least one, or exactly one, when that is the union's rule. */
export function choiceOf(error: AjvError): string[] | null {
  if (!isUnion(error)) return null;
  const { schema } = error;
  const members = schema as Schema[];
  return members.every(({ type, required }) => !type && required)
    ? members.flatMap(({ required = [] }) => required)
    : null;
}

function memberOf(error: AjvError, union: AjvError): string {
  return error.schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0]!;
}

/** What counts: the member whose tag fits, else the tag itself, else the member that got deepest into the value. */
function meantBy(members: AjvError[][], union: AjvError): AjvError[] {
  const tagged = members.filter((member) => !member.some(isAboutTag));
  if (tagged.length === 0) return aboutTag(members.flat().filter(isAboutTag));
  return tagged.sort((a, b) => closeness(b, union) - closeness(a, union))[0] ?? [union];
}

/** A tag is a field with one fixed value, by which the members of a union are told apart. */
function isAboutTag({ keyword, params, parentSchema }: AjvError): boolean {
  if (keyword === 'const') return true;
  return keyword === 'required' && parentSchema?.properties?.[String(params['missingProperty'])]?.const !== undefined;
}

function aboutTag(errors: AjvError[]): AjvError[] {
  const [first] = errors;
  if (first?.keyword !== 'const') return first ? [first] : [];
  const allowedValues = errors.map(({ params }) => String(params['allowedValue']));
  return [{ ...first, keyword: 'enum', params: { allowedValues } }];
}

function closeness(member: AjvError[], union: AjvError): number {
  if (member.some((error) => error.instancePath.length > union.instancePath.length)) return 2;
  return member.some((error) => error.keyword === 'type') ? 0 : 1;
}
