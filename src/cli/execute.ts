/** From words to a command to the exit code: 0 done, 1 refused or failed, 2 not understood. */
import { readCliConfig } from '../config.ts';
import { createApi } from './api.ts';
import { withIds } from './names.ts';
import { createOutput, reportFailure } from './output.ts';
import { checkOptions, parse } from './parse.ts';
import { assumed, readProject } from './project.ts';
import { runningOf, targetOf } from './target.ts';

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
  const target = command.remote ? targetOf(environment, parsed, project) : { url: environment.url, key: '' };
  const config = { ...environment, url: target.url };
  const api = createApi(target.url, target.key, () => runningOf(environment));
  const named = command.remote ? await withIds(api, command, given) : given;
  await command.run({ config, project, api, out: createOutput(parsed) }, named);
} catch (failure) {
  process.exitCode = reportFailure(failure, argv.includes('--json'));
}
