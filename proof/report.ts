/** The result as a table for people. */
import type { Findings } from './checks.ts';
import type { Result } from './run.ts';

const EXAMPLES = 3;

export function report(result: Result): string {
  const { findings, options, counts, otherAgentP99Ms } = result;
  const width = Math.max(...findings.checks.map(({ name }) => name.length)) + 2;
  const lines = ['', `${'check'.padEnd(width)}${'looked at'.padStart(10)}${'breaches'.padStart(10)}`];
  for (const { name, lookedAt, breaches } of findings.checks) {
    lines.push(`${name.padEnd(width)}${number(lookedAt).padStart(10)}${number(breaches.length).padStart(10)}`);
    for (const breach of breaches.slice(0, EXAMPLES)) lines.push(`    ${breach}`);
    if (breaches.length > EXAMPLES) lines.push(`    … and ${number(breaches.length - EXAMPLES)} more`);
  }
  const { recovery } = findings;
  lines.push(
    '',
    `load      ${number(result.messages)} messages accepted (${number(result.sends)} requests, ${number(result.userMessages)} of users), ${number(result.unanswered)} requests without an answer, ${number(result.repeats)} repeated`,
    `seen      ${number(findings.turns)} turns, ${number(result.repeatedCalls)} platform calls repeated under the same id, ${number(findings.events)} events in ${number(result.attempts)} attempts, ${number(findings.failureQueue)} in the failure queue`,
    `faults    ${number(result.kills)} kills, ${number(result.databaseRestarts)} database restarts`,
    ...Object.entries(counts)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, count]) => `          ${number(count).padStart(6)} ${what}`),
    `recovery  p50 ${seconds(recovery.p50Ms)}, p99 ${seconds(recovery.p99Ms)}, longest ${longest(findings)} of ${number(recovery.count)} (${number(recovery.superseded)} were hit again before)`,
    `took      ${seconds(result.faultsMs)} of faults, ${seconds(result.settleMs)} to settle`,
    ...(otherAgentP99Ms
      ? [
          `throttled another agent's p99 was ${number(Math.round(otherAgentP99Ms.before))} ms before, ${number(Math.round(otherAgentP99Ms.during))} ms meanwhile`,
        ]
      : []),
    `seed      ${options.seed}`,
    '',
    result.breaches === 0 ? 'Every check is clean.' : `${number(result.breaches)} breaches.`,
    ...(result.folder === null ? [] : [`The ledger and the logs are in ${result.folder}.`]),
    '',
  );
  return lines.join('\n');
}

const longest = ({ recovery: { longest } }: Findings) =>
  longest ? `${seconds(longest.ms)} (lane ${longest.lane}, ${longest.what})` : '–';
const number = (value: number) => value.toLocaleString('en-US');
const seconds = (ms: number | null) => (ms === null ? '–' : `${(ms / 1000).toFixed(1)} s`);
