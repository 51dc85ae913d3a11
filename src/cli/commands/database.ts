/** `parley database …`: what is done to the database of a service that is stopped. */
import { MAX_LANES } from '../../config.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { plain } from '../output.ts';
import { atRest } from '../with-database.ts';

/** Each is a set of tables with their partitions. */
const MAX_SHARDS = 256;

export async function splitLanes({ config, out }: Cli, { to }: { to: string }): Promise<void> {
  // Only these commands need the database, which takes a while to load.
  const { splitLanes: split } = await import('../../database/split-lanes.ts');
  const count = readCount('--to', to, MAX_LANES);
  const startedAt = performance.now();
  const tell = (part: string, moved: number) => moved > 0 && out.note(`${plain(part)}: ${moved} rows moved`);
  const result = await atRest(config, 'The lanes were not split', (database) => split(database, count, tell));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  out.show({ ...result, seconds }, () => {
    const { from, conversations, moved } = result;
    return `${from} lanes are ${to} now: ${conversations} conversations, ${moved} rows moved and checked in ${seconds} s.`;
  });
}

export async function distributeLanes(
  { config, out }: Cli,
  { shards }: { shards?: string | undefined },
): Promise<void> {
  const { distribute } = await import('../../database/distribute.ts');
  const count = shards === undefined ? null : readCount('--shards', shards, MAX_SHARDS);
  const tell = (table: string) => out.note(`${plain(table)}: distributed`);
  const result = await atRest(config, 'The lanes were not distributed', (database) =>
    distribute(database, count, tell),
  );
  out.show(result, () => {
    const nodes = result.nodes.map(({ node, lanes }) => `${plain(node)} has ${lanes} lanes`);
    return `${result.tables} tables were distributed; ${nodes.join(', ')}.`;
  });
}

function readCount(option: string, text: string, max: number): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text);
  throw new UsageError(`${option} must be a number from 1 to ${max}.`);
}
