/** Content messages that the API takes, at random, made from its own schema. */
import fc from 'fast-check';
import { ContentMessage, checkContentMessage } from '../../src/model/content-message.ts';

/** The part of JSON Schema that the schema of a message uses. */
type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  oneOf?: { required: string[] }[];
  anyOf?: ({ required?: string[]; enum?: string[]; maxLength?: number; pattern?: string; format?: string } & object)[];
};

const liquid = fc.constantFrom('{{ params.order }}', 'Dear {{ input.name }}', '{% if data.a %}b{% endif %}');
const TARGETS = ['welcome', 'yes', '{"nextState":"welcome"}', '{"nextState":"new","params":{"a":"b","n":5,"l":[1]}}'];
const words = fc.oneof(liquid, fc.string({ minLength: 1, maxLength: 20 }), fc.constantFrom(...TARGETS));

function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.type === 'object') return objectOf(schema);
  if (schema.type === 'array') {
    return fc.array(valueFor(schema.items!), { minLength: schema.minItems ?? 0, maxLength: 3 });
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type !== 'string') return fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), liquid);
  const { enum: names, pattern, format } = schema.anyOf?.[0] ?? {};
  if (names) return fc.oneof(liquid, fc.constantFrom(...names));
  return pattern || format
    ? fc.oneof(liquid, fc.constantFrom('https://e.org/a', '+4930', '2026-01-02T03:04:05Z'))
    : words;
}

function objectOf({ properties = {}, required = [], oneOf, anyOf }: Schema): fc.Arbitrary<object> {
  const choices = (oneOf ?? anyOf ?? []).flatMap((choice) => choice.required ?? []);
  const free = Object.keys(properties).filter(
    (field) => !required.includes(field) && !(oneOf && choices.includes(field)),
  );
  const chosen = choices.length > 0 ? fc.constantFrom(...choices).map((field) => [field]) : fc.constant([]);
  return fc
    .tuple(chosen, fc.subarray(free))
    .map(([some, others]) => [...new Set([...required, ...some, ...others])])
    .chain((fields) =>
      fc.record(Object.fromEntries(fields.map((field) => [field, valueFor(properties[field]!)])), {
        noNullPrototype: true,
      }),
    );
}

export const randomMessage = objectOf(ContentMessage as unknown as Schema).filter(
  (message) => checkContentMessage(message, { rendered: false }).length === 0,
) as fc.Arbitrary<Record<string, unknown>>;
