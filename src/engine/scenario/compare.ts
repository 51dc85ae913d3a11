/** How an actual value differs from an expected one, by path. */
import { isObject, type JsonValue } from '../../model/json.ts';
import { pointerTo } from '../../model/json-pointer.ts';
import type { TestFault } from '../../model/test-result.ts';

/** Nobody reads more of one step. */
const MAX_FAULTS = 20;

/**
 * `whole`: both are the same. `part`: of an object only the expected fields are compared; the elements of a list must be
 * there in their order, and others may stand between them.
 */
export type Extent = 'whole' | 'part';

/** @param path JSON pointer of `expected` */
export function differences(expected: unknown, actual: unknown, extent: Extent, path: string): TestFault[] {
  const faults: TestFault[] = [];
  compare(expected, actual, extent, path, faults);
  return faults;
}

export function fits(expected: unknown, actual: unknown): boolean {
  return differences(expected, actual, 'part', '').length === 0;
}

function compare(expected: unknown, actual: unknown, extent: Extent, path: string, faults: TestFault[]): void {
  if (faults.length === MAX_FAULTS || Object.is(expected, actual)) return;
  if (expected === undefined) {
    faults.push(fault(path, 'was not expected', expected, actual));
  } else if (actual === undefined) {
    faults.push(fault(path, 'is missing', expected, actual));
  } else if (Array.isArray(expected) && Array.isArray(actual) && extent === 'part') {
    compareElements(expected, actual, path, faults);
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    for (let index = 0; index < length; index++) {
      compare(expected[index], actual[index], extent, path + pointerTo(index), faults);
    }
  } else if (isObject(expected) && isObject(actual)) {
    const keys = new Set([...Object.keys(expected), ...(extent === 'whole' ? Object.keys(actual) : [])]);
    for (const key of keys) compare(own(expected, key), own(actual, key), extent, path + pointerTo(key), faults);
  } else {
    faults.push(fault(path, 'differs', expected, actual));
  }
}

function compareElements(expected: unknown[], actual: unknown[], path: string, faults: TestFault[]): void {
  let from = 0;
  for (const [index, element] of expected.entries()) {
    const found = actual.findIndex((candidate, at) => at >= from && fits(element, candidate));
    if (found >= 0) from = found + 1;
    // Alone in its list, it can be compared field by field.
    else if (expected.length === 1 && actual.length === 1) {
      compare(element, actual[0], 'part', path + pointerTo(index), faults);
    } else {
      faults.push(fault(path + pointerTo(index), 'is not in this list, or not in this place', element, actual));
    }
  }
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function fault(path: string, message: string, expected: unknown, actual: unknown): TestFault {
  return {
    path,
    message,
    ...(expected !== undefined && { expected: expected as JsonValue }),
    ...(actual !== undefined && { actual: actual as JsonValue }),
  };
}
