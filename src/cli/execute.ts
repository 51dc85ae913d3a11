/** From words to a command to the exit code: 0 done, 1 refused or failed, 2 not understood. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CliConfig, OPERATOR_KEY_FILE, readCliConfig } from '../config.ts';
import { START } from '../program.ts';
import { createApi } from './api.ts';
import { CommandFailure } from './failure.ts';
import { withIds } from './names.ts';
import { createOutput, reportFailure } from './output.ts';
import { checkOptions, parse } from './parse.ts';
import { assumed, readProject } from './project.ts';

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const argv = process.argv.slice(2);
try {
  const project = readProject();
  const parsed = parse(argv, assumed(project));
  checkOptions(parsed);
  const { command, given } = parsed;
  const environment = readCliConfig(process.env);
  const config = { ...environment, url: parsed.url?.replace(/\/+$/, '') ?? environment.url };
  const key = command.remote ? (parsed.key ?? operatorKey(config)) : '';
  const api = createApi(config.url, key);
  const named = command.remote ? await withIds(api, command, given) : given;
  await command.run({ config, project, api, out: createOutput(parsed) }, named);
} catch (failure) {
  process.exitCode = reportFailure(failure, argv.includes('--json'));
}

/** The command line generates no key: one unknown to the service would be useless. @throws CommandFailure */
function operatorKey({ operatorKey, dataDir }: CliConfig): string {
  const file = join(dataDir, OPERATOR_KEY_FILE);
  if (operatorKey !== null) return operatorKey;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new CommandFailure(
      'There is no operator key',
      `${file} cannot be read. The service creates it on its first start: ${START}\nIf the service keeps its data elsewhere, set DATA_DIR, or pass the key with --key or PARLEY_OPERATOR_KEY.`,
      { cause },
    );
  }
}
