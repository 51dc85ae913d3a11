/** A failed test as text: the step, what differs, and what happened instead. */
import type { JsonValue } from '../../model/json.ts';
import type { TestFault, TestResult } from '../../model/test-result.ts';

/** Characters of a value in the text; the result has the whole of it. */
const MAX_VALUE_LENGTH = 500;

export function failureInWords({ step, does, faults, happened }: NonNullable<TestResult['failure']>): string {
  return [
    `step ${step}, ${does}`,
    ...faults.flatMap(faultInWords),
    ...(happened.length > 0 ? ['  what happened:', ...happened.map((line) => `    ${line}`)] : []),
  ].join('\n');
}

function faultInWords({ path, message, expected, actual }: TestFault): string[] {
  return [
    `  ${path}: ${message}`,
    ...(expected === undefined ? [] : [`    expected  ${shown(expected)}`]),
    ...(actual === undefined ? [] : [`    actual    ${shown(actual)}`]),
  ];
}

function shown(value: JsonValue): string {
  const json = JSON.stringify(value);
  return json.length > MAX_VALUE_LENGTH ? `${json.slice(0, MAX_VALUE_LENGTH)}…` : json;
}
