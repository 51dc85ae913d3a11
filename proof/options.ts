/** The options of `npm run prove`. */
import { parseArgs } from 'node:util';
import { PROTECTIONS, type Protection } from '../src/failpoints.ts';

export type Options = {
  /** How long the faults last; setting up, settling and checking come on top. */
  minutes: number;
  seed: number;
  /** Requests and user messages a second, caught up after an outage. */
  rate: number;
  /** Services on the one database. */
  services: number;
  /** Processes of each service: its PARLEY_PROCESSES. */
  processes: number;
  /** The control: a protection that the services are started without. */
  without: Protection | null;
  /** A database that is there, and the command that stops and starts its server; null for a server of its own. */
  given: { url: string; command: string } | null;
  json: boolean;
};

export const HELP = `Usage: npm run prove -- [options]

  --minutes N            how long faults happen (3)
  --seed S               the plan of load and faults (a new one each time, printed)
  --rate N               messages a second (185)
  --services N           services on one database (2)
  --processes N          processes of each service (1)
  --without fence|seen   a control: leaves a protection out and must find breaches
  --database URL         a database of 127.0.0.1 without agents, instead of a server of its own
  --server COMMAND       stops and starts its server: run with the arguments "stop fast", "stop immediate" or "start"
  --json                 the result as JSON

Exit code: 0 every check is clean, 1 breaches were found, 2 not understood, 3 the proof itself failed.
`;

/** The emulator keeps 500,000 messages in its transcripts, and the proof reads all of them at the end. */
const MAX_MESSAGES = 350_000;

export class NotUnderstood extends Error {}

/** null when help was requested. @throws NotUnderstood */
export function readOptions(argv: string[], newSeed: number): Options | null {
  const { values } = parse(argv);
  if (values.help) return null;
  const number = (name: 'minutes' | 'seed' | 'rate' | 'services' | 'processes', min: number, max: number) => {
    const value = Number(values[name]);
    if (value >= min && value <= max && (name === 'minutes' || Number.isInteger(value))) return value;
    throw new NotUnderstood(`--${name} must be a number from ${min} to ${max}.`);
  };
  const without = PROTECTIONS.find((known) => known === values.without) ?? null;
  if (values.without !== undefined && without === null) {
    throw new NotUnderstood(`--without must be one of ${PROTECTIONS.join(', ')}.`);
  }
  const { database: url, server: command } = values;
  if ((url === undefined) !== (command === undefined)) {
    throw new NotUnderstood('--database and --server belong together.');
  }
  const options = {
    minutes: number('minutes', 0.1, 600),
    seed: values.seed === undefined ? newSeed : number('seed', 0, 2 ** 32 - 1),
    rate: number('rate', 1, 2_000),
    services: number('services', 2, 8),
    processes: number('processes', 1, 16),
    without,
    given: url !== undefined && command !== undefined ? { url, command } : null,
    json: values.json,
  };
  if (options.minutes * 60 * options.rate > MAX_MESSAGES) {
    throw new NotUnderstood(`--minutes times --rate is more than ${MAX_MESSAGES} messages; lower --rate.`);
  }
  return options;
}

function parse(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      options: {
        minutes: { type: 'string', default: '3' },
        seed: { type: 'string' },
        rate: { type: 'string', default: '185' },
        services: { type: 'string', default: '2' },
        processes: { type: 'string', default: '1' },
        without: { type: 'string' },
        database: { type: 'string' },
        server: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (cause) {
    throw new NotUnderstood((cause as Error).message);
  }
}
