/** The checks of the story: a response, and an event down to its last field. A failed check ends the story. */
import assert from 'node:assert/strict';
import { holds } from './narrator.ts';
import type { Arrival } from './webhook.ts';

/** Checks a claim; the sentence is printed when it holds. */
export function check(sentence: string, proof: () => void): void {
  try {
    proof();
  } catch (cause) {
    throw new Error(`This does not hold: ${sentence}`, { cause });
  }
  holds(sentence);
}

/** A value, a text of this form, or any text that is not empty. */
export type Expected = string | number | RegExp | typeof ANY | Fields;
export type Fields = { [field: string]: Expected };
export const ANY: unique symbol = Symbol('any text');

/** Specification, "Conventions": ISO 8601 with a Z; `sendTime` may carry a fraction. */
export const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

export type ExpectedEvent = {
  class: 'UserMessage' | 'UserEvent' | 'ServerEvent';
  /** `X-Service-Response`; if absent, the header must be too. */
  response?: string;
  body: Fields;
};

/** Every header, every field, and no other field. The signature was checked on arrival. */
export function expectEvent({ headers, body, status }: Arrival, expected: ExpectedEvent): void {
  assert.notEqual(status, 403, 'the signature does not fit the body');
  assert.equal(headers['content-type'], 'application/json');
  assert.match(String(headers['user-agent']), /^Parley\/\d/);
  assert.equal(headers['x-service-eventclass'], expected.class);
  assert.equal(headers['x-service-response'], expected.response, 'X-Service-Response');
  expectFields(body, expected.body, '');
}

function expectFields(value: unknown, expected: Expected, path: string): void {
  if (expected === ANY) assert.ok(typeof value === 'string' && value !== '', `${path} is ${JSON.stringify(value)}`);
  else if (expected instanceof RegExp) assert.match(String(value), expected, path);
  else if (typeof expected !== 'object') assert.equal(value, expected, path);
  else {
    assert.deepEqual(
      Object.keys(value as object).sort(),
      Object.keys(expected).sort(),
      `the fields of ${path || 'the body'}`,
    );
    for (const [field, inside] of Object.entries(expected)) {
      expectFields((value as Record<string, unknown>)[field], inside, `${path}/${field}`);
    }
  }
}
