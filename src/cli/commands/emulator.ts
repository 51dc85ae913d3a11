/** `parley emulator`: the RCS platform by itself, so that its phones survive restarts of the service. */
import { once } from 'node:events';
import { START } from '../../program.ts';
import { operatorKey } from '../../secrets/keys.ts';
import type { Cli } from '../command.ts';
import { CommandFailure, UsageError } from '../failure.ts';
import { fields } from '../output.ts';

const DEFAULT_PORT = '8090';

export async function runEmulator(
  { config, out }: Cli,
  { port = DEFAULT_PORT, host = '127.0.0.1' }: { port: string | undefined; host: string | undefined },
): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError('--port must be a number from 0 to 65535.');
  // Only this command needs a server and a log, which take a while to load.
  const { startEmulator } = await import('#emulator');
  const { createLog } = await import('../../log.ts');
  const log = createLog({ level: 'warn', pretty: process.stdout.isTTY });
  process.prependListener('exit', log.tellRepeated);
  const settings = { host, port: Number(port), operatorKey: operatorKey(config), log };
  await using emulator = await startEmulator(settings).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code ?? cause.message;
    const hint = why === 'EADDRINUSE' ? '\nSomething else listens there: --port 0 picks a free port.' : '';
    throw new CommandFailure('The emulator did not start', `${host}:${port} (${why})${hint}`, { cause });
  });
  const { url } = emulator;
  out.line({ url }, () =>
    fields({ emulator: url, phones: `${url}/emulator/handsets`, service: `RCS_EMULATOR_URL=${url} ${START}` }),
  );
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
