/** The door of the bench: which bench, with which settings. Exit code 0, 1 when something was lost, 2 when not understood. */
import { parseArgs } from 'node:util';
import { report } from './report.ts';
import { maxCount, runSend } from './send.ts';

type Bench = {
  summary: string;
  /** @returns what to print, and whether everything was as it must be. */
  run(options: Options, say: (line: string) => void, signal: AbortSignal): Promise<{ text: string; isClean: boolean }>;
};

const BENCHES: Record<string, Bench> = {
  send: {
    summary: 'sends and replies through the service, at full and at half load, beside a bare relay',
    async run(options, say, signal) {
      const result = await runSend(options, say, signal);
      const text = options.json ? `${JSON.stringify(result, null, 2)}\n` : report(result);
      return { text, isClean: result.breaches.length === 0 };
    },
  },
};

const OPTIONS = {
  count: { type: 'string', default: '20000' },
  handsets: { type: 'string', default: '2000' },
  connections: { type: 'string', default: '128' },
  repeat: { type: 'string', default: '3' },
  receipts: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** The numbers of a handset's phone have seven free digits, and the emulator holds 100,000 handsets for both sides. */
const MAX_HANDSETS = 40_000;
const MAX_CONNECTIONS = 1_000;
const MAX_REPEAT = 20;

type Options = ReturnType<typeof readOptions>['options'];

class NotUnderstood extends Error {}

function readOptions(argv: string[]) {
  const { values, positionals } = parse(argv);
  const [name = '', ...rest] = positionals;
  if (!(name in BENCHES) || rest.length > 0) throw new NotUnderstood(`There is no bench "${positionals.join(' ')}".`);
  const number = (option: 'count' | 'handsets' | 'connections' | 'repeat', max: number) => {
    const value = Number(values[option]);
    if (Number.isInteger(value) && value >= 1 && value <= max) return value;
    throw new NotUnderstood(`--${option} must be a whole number from 1 to ${max}.`);
  };
  const handsets = number('handsets', MAX_HANDSETS);
  const repeat = number('repeat', MAX_REPEAT);
  const count = number('count', maxCount({ handsets, repeat }));
  const connections = number('connections', MAX_CONNECTIONS);
  const { receipts, profile, json } = values;
  return { bench: BENCHES[name]!, options: { count, handsets, connections, repeat, receipts, profile, json } };
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new NotUnderstood((error as Error).message);
  }
}

const USAGE = `
  npm run bench -- <bench> [options]

${Object.entries(BENCHES)
  .map(([name, { summary }]) => `    ${name.padEnd(16)}${summary}`)
  .join('\n')}

    --count N         requests of each round (20000)
    --handsets N      phone numbers that they are spread over (2000)
    --connections N   connections of the load generator at full load (128)
    --repeat N        how often the full loads are measured; the median pair counts (3)
    --receipts        handsets report DELIVERED
    --profile         where the time goes; slows the service by a few per cent
    --json            the figures as JSON
`;

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
    process.stderr.write(`${error.message}\n${USAGE}`);
    process.exitCode = 2;
  } else {
    process.stderr.write(`${stopping.signal.aborted ? stopping.signal.reason.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
