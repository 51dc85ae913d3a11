/** The report of a run of flow tests, in one of three forms: for people, for TAP readers, for JUnit readers. */
import { failureInWords } from '../../engine/scenario/report.ts';
import type { Coverage, TestResult } from '../../model/test-result.ts';
import { bad, bold, dim, good, plain, table } from '../output.ts';

/** Of what is missing of each kind: the document has more. */
const MAX_LISTED = 8;

type TestedFile = TestResult & { file: string; ms: number };
export type Report = {
  passed: number;
  failed: number;
  steps: number;
  ms: number;
  tests: TestedFile[];
  coverage?: ({ flow: string } & Coverage)[];
};

export const REPORTERS: Record<string, (report: Report) => string> = { spec, tap, junit };

function spec({ passed, failed, steps, ms, tests, coverage = [] }: Report): string {
  const counts = `${passed} passed${failed > 0 ? `, ${bad(`${failed} failed`)}` : ''}`;
  const end = `${counts} ${dim(`(${steps} steps in ${Math.ceil(ms)} ms)`)}`;
  return [...tests.flatMap(specLines), '', ...coverage.flatMap(coverageLines), end].join('\n');
}

function specLines({ file, title, passed, failure }: TestedFile): string[] {
  const line = `${passed ? good('✓') : bad('✗')} ${plain(title)}  ${dim(plain(file))}`;
  return [line, ...failureLines(failure).map((more) => `    ${more}`)];
}

function failureLines(failure: TestResult['failure']): string[] {
  return failure ? plain(failureInWords(failure)).split('\n') : [];
}

function coverageLines({ flow, states, transitions, chips }: NonNullable<Report['coverage']>[number]): string[] {
  const row = (name: string, { covered, of }: { covered: number; of: number }, missing: string[]) => {
    const more = of - covered - MAX_LISTED;
    const listed = missing.slice(0, MAX_LISTED).join(', ');
    return [name, `${covered} of ${of}`, more > 0 ? `${listed} and ${more} more` : listed];
  };
  const rows = [
    row('states', states, states.missing),
    row(
      'transitions',
      transitions,
      transitions.missing.map(({ stateId, index }) => `${stateId} ${index + 1}`),
    ),
    row(
      'chips',
      chips,
      chips.missing.map(({ stateId, text }) => `${stateId} "${text}"`),
    ),
  ];
  return [bold(plain(flow)), table(['COVERAGE', 'REACHED', 'NOT REACHED'], rows), ''];
}

function tap({ tests }: Report): string {
  const lines = tests.flatMap(({ file, title, passed, failure }, index) => [
    `${passed ? 'ok' : 'not ok'} ${index + 1} - ${plain(`${file}: ${title}`).replace(/[\\#]/g, '\\$&')}`,
    ...(failure ? ['  ---', '  message: |', ...failureLines(failure).map((line) => `    ${line}`), '  ...'] : []),
  ]);
  return ['TAP version 14', `1..${tests.length}`, ...lines].join('\n');
}

function junit({ passed, failed, ms, tests }: Report): string {
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);
  const cases = tests.map(({ file, title, failure, ms: took }) => {
    const about = `classname="${xml(file)}" name="${xml(title)}" file="${xml(file)}" time="${seconds(took)}"`;
    if (!failure) return `    <testcase ${about}/>`;
    const message = xml(`step ${failure.step}, ${failure.does}`);
    const text = xml(failureLines(failure).join('\n'));
    return `    <testcase ${about}>\n      <failure message="${message}">${text}</failure>\n    </testcase>`;
  });
  const counts = `tests="${passed + failed}" failures="${failed}" time="${seconds(ms)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="flow tests" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };

function xml(text: string): string {
  return plain(text).replace(/[&<>"\n]/g, (character) => ENTITIES[character]!);
}
