/** Conditions as rows, in the words in which the editor, the graph and the trace say them. */
export const conditions = {
  always: 'always',
  /** What joins the rows in one line. */
  and: 'and',
  or: 'or',

  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  above: 'is more than',
  below: 'is less than',
  least: 'is at least',
  most: 'is at most',
  empty: 'is empty',
  filled: 'is not empty',
  there: 'is there',
  failed: 'failed',
  worked: 'did not fail',

  /** `condition`: how the editor names one, "condition 1 of the state". */
  howJoined: (condition: string) => `How the rows of ${condition} count together`,
  all: 'all of these',
  any: 'any of these',
  row: (position: number, condition: string) => `row ${position} of ${condition}`,
  alwaysMeaning: 'Always: whatever stands above it was not true.',
  addRow: 'Add a row',
  variable: (row: string) => `Variable in ${row}`,
  noVariable: 'is no variable',
  question: (row: string) => `Question in ${row}`,
  value: (row: string) => `Value in ${row}`,
  valueHint: 'value',
  kind: (row: string) => `Kind of value in ${row}`,
  asText: 'as a text',
  asItIs: 'as it is',
};
