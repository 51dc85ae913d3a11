/** Where the machine's Node is older than the sources need: the one of the `node` package runs the command line. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { constants } from 'node:os';

/** It gets the terminal's own signals as well; these two, sent to us alone, are passed on. */
const PASSED_ON = /** @type {const} */ (['SIGTERM', 'SIGHUP']);

/** Ends as the command does. @param {string} main */
export async function runWithOwnNode(main) {
  const child = spawn(ownNode(), [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.on('SIGINT', () => {});
  for (const name of PASSED_ON) process.on(name, () => child.kill(name));
  const [code, signal] = await once(child, 'exit');
  process.exitCode = code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)];
}

function ownNode() {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    process.stderr.write(
      `Parley needs Node 24.7 or newer, and this is ${process.version}. The package "node", which brings one, is not here: it is installed by a script, which --ignore-scripts leaves out.\n`,
    );
    return process.exit(1);
  }
}
