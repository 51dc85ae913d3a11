/** `parley database …`: what is done to the database of a service that is stopped. */
import { MAX_LANES } from '../../config.ts';
import type { Cli } from '../command.ts';
import { CommandFailure, UsageError } from '../failure.ts';
import { plain } from '../output.ts';

export async function splitLanes({ config, out }: Cli, { to }: { to: string }): Promise<void> {
  // Only these commands need the database, which takes a while to load.
  const { DatabaseRefusal, withDatabase } = await import('../../database/open.ts');
  const { splitLanes: split } = await import('../../database/split-lanes.ts');
  const { createLog } = await import('../../log.ts');
  if (!/^\d{1,4}$/.test(to) || Number(to) < 1 || Number(to) > MAX_LANES) {
    throw new UsageError(`--to must be a number from 1 to ${MAX_LANES}.`);
  }
  const log = createLog({ level: 'warn', pretty: process.stderr.isTTY });
  const startedAt = performance.now();
  const tell = (part: string, moved: number) => moved > 0 && out.note(`${plain(part)}: ${moved} rows moved`);
  try {
    const result = await withDatabase(config, log, (database) => split(database, Number(to), tell));
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    out.show({ ...result, seconds }, () => {
      const { from, conversations, moved } = result;
      return `${from} lanes are ${to} now: ${conversations} conversations, ${moved} rows moved and checked in ${seconds} s.`;
    });
  } catch (cause) {
    if (!(cause instanceof DatabaseRefusal)) throw cause;
    throw new CommandFailure('The lanes were not split', cause.message, { cause });
  }
}
