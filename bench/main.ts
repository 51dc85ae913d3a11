/** Entry point of the bench. Exit code 0, 1 when something was lost, 2 for a usage error. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { MAX_FLOW_STATES } from '../src/model/flow.ts';
import { runCalm } from './calm.ts';
import { calmReport } from './calm-report.ts';
import { maxGrowCount, runGrow } from './grow.ts';
import { growReport } from './grow-report.ts';
import { maxIsolateSeconds, runIsolate } from './isolate.ts';
import { isolateReport } from './isolate-report.ts';
import { runLarge } from './large.ts';
import { largeReport } from './large-report.ts';
import { maxProcessesCount, runProcesses } from './processes.ts';
import { processesReport } from './processes-report.ts';
import { maxReplayCount, maxReplaySeconds, runReplay } from './replay.ts';
import { replayReport } from './replay-report.ts';
import { maxSendCount, runSend } from './send.ts';
import { sendReport } from './send-report.ts';
import { MAX_MESSAGES } from './service.ts';
import { maxTemplatesSeconds, runTemplates } from './templates.ts';
import { templatesReport } from './templates-report.ts';
import { runVersions } from './versions.ts';
import { versionsReport } from './versions-report.ts';

type Bench = {
  summary: string;
  /** Its options: the numbers with their defaults, and the flags. */
  numbers: Partial<Record<NumberName, number>>;
  switches: readonly SwitchName[];
  /** Options are already checked one by one. @throws NotUnderstood for an invalid combination */
  run(options: Options, say: (line: string) => void, signal: AbortSignal): Promise<{ text: string; isClean: boolean }>;
};

/** A handset's phone number has seven free digits, and the emulator holds 100,000 handsets for both sides. */
const MAX_HANDSETS = 40_000;

const NUMBERS = {
  count: { max: MAX_MESSAGES / 2, help: 'requests of each round' },
  handsets: { max: MAX_HANDSETS, help: 'phone numbers that they are spread over' },
  connections: { max: 1_000, help: 'connections of the load generator at full load' },
  agents: { min: 2, max: 1_000, help: 'with an endpoint each' },
  rate: { min: 2, max: 10_000, help: 'requests a second; of isolate half of them for one agent' },
  seconds: { max: 600, help: 'of each round' },
  conversations: { max: 9_999_999, help: 'in the grown database' },
  events: { min: 60, max: 200_000_000, help: 'in the grown database, of 30 days' },
  states: { max: 10_000_000, help: 'in the grown database, or of the flow' },
  versions: { min: 2, max: 1_000, help: 'that are published' },
  percent: { min: 5, max: 100, help: 'of a core that each process may use; less than 100 takes Linux and root' },
  repeat: { max: 20, help: 'how often what is compared is measured; the median counts' },
} as const satisfies Record<string, { min?: number; max: number; help: string }>;
const SWITCHES = {
  receipts: 'handsets report DELIVERED',
  profile: 'where the time goes; slows the service by a few per cent',
  traces: 'the service sends the traces of everything to a collector',
  json: 'the figures as JSON',
} as const;

type NumberName = keyof typeof NUMBERS;
type SwitchName = keyof typeof SWITCHES;
type Options = Record<NumberName, number> & Record<SwitchName, boolean>;

const BENCHES: Record<string, Bench> = {
  send: {
    summary: 'sends and replies through the service, at full and at half load, beside a bare relay',
    numbers: { count: 20_000, handsets: 2_000, connections: 128, repeat: 3 },
    switches: ['receipts', 'profile', 'traces', 'json'],
    async run(options, say, signal) {
      checkCount(options, maxSendCount(options));
      return told(await runSend(options, say, signal), sendReport, options);
    },
  },
  calm: {
    summary: 'how long a send and a reply take while there is little to do',
    numbers: { handsets: 2_000, seconds: 20, repeat: 3 },
    switches: ['json'],
    async run(options, say, signal) {
      return told(await runCalm(options, say, signal), calmReport, options);
    },
  },
  processes: {
    summary: 'sends through one, two and four processes of the service',
    numbers: { count: 40_000, handsets: 2_000, connections: 128, percent: 100, repeat: 3 },
    switches: ['json'],
    async run(options, say, signal) {
      checkCount(options, maxProcessesCount(options));
      return told(await runProcesses(options, say, signal), processesReport, options);
    },
  },
  isolate: {
    summary:
      'many agents beside one with half of all traffic whose endpoint hangs, a system that it asks, or the platform',
    numbers: { agents: 200, handsets: 2_000, rate: 800, seconds: 30, repeat: 3 },
    switches: ['json'],
    async run(options, say, signal) {
      if (options.handsets < options.agents) throw new NotUnderstood('--handsets must be at least --agents.');
      const longest = maxIsolateSeconds(options);
      if (options.seconds > longest)
        throw new NotUnderstood(`--seconds must be at most ${longest} with these options.`);
      return told(await runIsolate(options, say, signal), isolateReport, options);
    },
  },
  'isolate-templates': {
    summary: 'messages of one account beside another one that does its worst with its templates',
    numbers: { handsets: 2_000, rate: 100, seconds: 20, repeat: 3 },
    switches: ['json'],
    async run(options, say, signal) {
      const longest = maxTemplatesSeconds(options);
      if (options.seconds > longest)
        throw new NotUnderstood(`--seconds must be at most ${longest} with these options.`);
      return told(await runTemplates(options, say, signal), templatesReport, options);
    },
  },
  grow: {
    summary: 'sends and replies on a database with millions of rows, beside an empty one',
    numbers: {
      conversations: 5_000_000,
      events: 20_000_000,
      states: 100_000,
      count: 20_000,
      handsets: 20_000,
      connections: 128,
      repeat: 3,
    },
    switches: ['json'],
    async run(options, say, signal) {
      checkCount(options, maxGrowCount(options));
      if (options.conversations < options.handsets) {
        throw new NotUnderstood('--conversations must be at least --handsets.');
      }
      return told(await runGrow(options, say, signal), growReport, options);
    },
  },
  large: {
    summary: 'memory of the service under the largest load that it accepts',
    numbers: { count: 3_000, handsets: 2_000, connections: 32, seconds: 30 },
    switches: ['json'],
    async run(options, say, signal) {
      return told(await runLarge(options, say, signal), largeReport, options);
    },
  },
  replay: {
    summary: 'recorded conversations run on a changed flow, alone and beside users of another agent',
    numbers: { handsets: 10_000, count: 50_000, rate: 100, seconds: 20, repeat: 3 },
    switches: ['json'],
    async run(options, say, signal) {
      checkCount(options, maxReplayCount(options));
      const longest = maxReplaySeconds(options);
      if (options.seconds > longest)
        throw new NotUnderstood(`--seconds must be at most ${longest} with these options.`);
      return told(await runReplay(options, say, signal), replayReport, options);
    },
  },
  versions: {
    summary: 'publishing and comparing versions of a large flow, and what they take in the database',
    numbers: { states: 2_000, versions: 50 },
    switches: ['json'],
    async run(options, say, signal) {
      if (options.states > MAX_FLOW_STATES) {
        throw new NotUnderstood(`--states must be at most ${MAX_FLOW_STATES}, as many as a flow may have.`);
      }
      if (options.states < options.versions) throw new NotUnderstood('--states must be at least --versions.');
      return told(await runVersions(options, say, signal), versionsReport, options);
    },
  },
};

function told<Result extends { breaches: string[] }>(
  result: Result,
  write: (result: Result) => string,
  { json }: { json: boolean },
) {
  const text = json ? `${JSON.stringify(result, null, 2)}\n` : write(result);
  return { text, isClean: result.breaches.length === 0 };
}

function checkCount({ count }: Options, max: number): void {
  if (count > max) throw new NotUnderstood(`--count must be a whole number from 1 to ${max} with these options.`);
}

class NotUnderstood extends Error {}

function readOptions(argv: string[]) {
  const [name = '', ...rest] = argv;
  const bench = BENCHES[name];
  if (!bench) throw new NotUnderstood(`There is no bench "${name}".`);
  const values = parse(bench, rest);
  const number = (option: NumberName) => {
    const value = Number(values[option]);
    const { min = 1, max }: { min?: number; max: number } = NUMBERS[option];
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new NotUnderstood(`--${option} must be a whole number from ${min} to ${max}.`);
  };
  const numbers = Object.keys(bench.numbers).map((option) => [option, number(option as NumberName)]);
  return { bench, options: { ...values, ...Object.fromEntries(numbers) } as Options };
}

function parse({ numbers, switches }: Bench, args: string[]) {
  const known: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, value] of Object.entries(numbers)) known[name] = { type: 'string', default: `${value}` };
  for (const name of switches) known[name] = { type: 'boolean', default: false };
  try {
    return parseArgs({ args, options: known }).values;
  } catch (error) {
    throw new NotUnderstood((error as Error).message);
  }
}

function usage(): string {
  const option = (name: string, help: string) => `        --${name.padEnd(20)}${help}\n`;
  const benches = Object.entries(BENCHES).map(([name, { summary, numbers, switches }]) => {
    const lines = [
      ...Object.entries(numbers).map(([key, value]) =>
        option(`${key} N`, `${NUMBERS[key as NumberName].help} (${value})`),
      ),
      ...switches.map((key) => option(key, SWITCHES[key])),
    ];
    return `    ${name.padEnd(16)}${summary}\n${lines.join('')}`;
  });
  return `\n  npm run bench -- <bench> [options]\n\n${benches.join('\n')}`;
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => stopping.abort(new Error(`stopped by ${signal}`)));
}
try {
  const { bench, options } = readOptions(process.argv.slice(2));
  const say = (line: string) => process.stderr.write(`· ${line}\n`);
  const { text, isClean } = await bench.run(options, say, stopping.signal);
  process.stdout.write(text);
  process.exitCode = isClean ? 0 : 1;
} catch (error) {
  if (error instanceof NotUnderstood) {
    process.stderr.write(`${error.message}\n${usage()}`);
    process.exitCode = 2;
  } else {
    process.stderr.write(`${stopping.signal.aborted ? stopping.signal.reason.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
