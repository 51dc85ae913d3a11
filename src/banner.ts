/** What a person sees when the service is ready: where it listens, what it runs on, and what to try next. */
import { join, relative } from 'node:path';
import { type Config, OPERATOR_KEY_FILE } from './config.ts';
import { PROGRAM } from './program.ts';
import { VERSION } from './version.ts';

export type Started = {
  /** Where it listens. */
  url: string;
  /** How the embedded database was found; null with an external one. */
  database: 'created' | 'started' | 'adopted' | null;
  processes: number;
};

/** `console`: a link that logs in once; null: without one. */
export function banner(config: Config, started: Started & { console: string | null }, seconds: number): string {
  const url = config.publicUrl ?? started.url;
  const rows: [string, string][] = [
    ['Console', started.console ?? `${url}/console  (${PROGRAM} open prints a link that logs in)`],
    ...(started.console ? [['', 'this link logs in once, within ten minutes'] satisfies [string, string]] : []),
    ['API', `${url}  (reference: /docs, OpenAPI: /openapi.json)`],
    ['Database', database(config, started)],
    ['RCS platform', platform(config, started)],
    ['Operator key', keyPlace(config)],
  ];
  if (started.processes > 1) rows.splice(-3, 0, ['Processes', `${started.processes}, sharing the port`]);
  if (config.outboundNetwork === 'any') {
    rows.push([
      'Caution',
      'webhooks and connectors may call any address, even private ones: only for your own machine',
    ]);
  }
  const lines = rows.map(([name, value]) => `    ${name.padEnd(14)}${value}`);
  const next = `    Next          ${PROGRAM} init      (all commands: ${PROGRAM} help)`;
  return `\n  Parley ${VERSION} is ready (${seconds.toFixed(1)} s)\n\n${lines.join('\n')}\n\n${next}\n\n`;
}

function database(config: Config, started: Started): string {
  if (!started.database) return 'PostgreSQL at DATABASE_URL';
  const how = { created: 'new', started: 'found', adopted: 'adopted, still running from before' };
  return `embedded PostgreSQL in ${near(join(config.dataDir, 'postgres'))}  (${how[started.database]})`;
}

function platform(config: Config, started: Started): string {
  if (config.platform === 'google')
    return `Google RCS for Business${config.googleRegion ? ` (${config.googleRegion})` : ''}`;
  if (config.emulatorUrl) return `emulator at ${config.emulatorUrl}`;
  return `emulator, in this service: phones at ${started.url}/emulator/handsets`;
}

/** A path as a person would type it. */
function near(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : `./${fromHere}`;
}

/** The same, for programs that collect the log. */
export function announcement(config: Config, started: Started, seconds: number): Record<string, unknown> {
  return {
    url: config.publicUrl ?? started.url,
    processes: started.processes,
    database: database(config, started),
    platform: platform(config, started),
    operatorKeyIsIn: keyPlace(config),
    outboundNetwork: config.outboundNetwork,
    startedInSeconds: Number(seconds.toFixed(1)),
  };
}

function keyPlace(config: Config): string {
  return config.operatorKey ? 'from PARLEY_OPERATOR_KEY' : near(join(config.dataDir, OPERATOR_KEY_FILE));
}
