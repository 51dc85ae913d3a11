/** An answer that fits the schema of its operation, such as a model gives when nothing goes wrong. */
import type { AnswerSchema } from '../../model/answer-schema.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { Random } from './random.ts';

const WORDS = 'Some words that a model might write. ';
/** Characters where the schema has no limit, and elements. */
const USUAL_LENGTH = 60;
const USUAL_ELEMENTS = 3;

export function fittingAnswer(schema: AnswerSchema, random: Random): JsonValue {
  const { type, enum: choices, const: fixed, properties, required, items, ...limits } = schema as JsonObject;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(choices)) return random.pick(choices);
  const [kind] = [type].flat().filter((name) => name !== 'null');
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = limits as Record<string, number | undefined>;
  const between = (low: number, high: number) => low + random.below(Math.max(0, high - low) + 1);
  switch (kind) {
    case 'object': {
      const needed = Array.isArray(required) ? required : [];
      const named = Object.entries(properties as JsonObject).filter(
        ([name]) => needed.includes(name) || random.chance(0.7),
      );
      return Object.fromEntries(named.map(([name, node]) => [name, fittingAnswer(node as JsonObject, random)]));
    }
    case 'array': {
      const length = between(minItems ?? 0, maxItems ?? (minItems ?? 0) + USUAL_ELEMENTS);
      return Array.from({ length }, () => fittingAnswer(items as JsonObject, random));
    }
    case 'string': {
      const length = between(minLength ?? 0, maxLength ?? (minLength ?? 0) + USUAL_LENGTH);
      return WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);
    }
    case 'boolean':
      return random.chance(0.5);
    case 'number':
    case 'integer':
      return Math.ceil(between(minimum ?? 0, maximum ?? (minimum ?? 0) + 100));
    default:
      return null;
  }
}
