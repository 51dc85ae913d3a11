/** Every command, in the order in which `help` shows them. To add one: a line in a file of `table/`, a function in its noun's file. */

import { VERSION } from '../version.ts';
import { COMMON, type Command, command } from './command.ts';
import { printCompletion } from './commands/completion.ts';
import { showHelp } from './help.ts';
import { ACCESS } from './table/access.ts';
import { CONNECTIONS } from './table/connections.ts';
import { EVENTS } from './table/events.ts';
import { FLOWS } from './table/flows.ts';
import { OPERATION } from './table/operation.ts';
import { SETUP } from './table/setup.ts';
import { TRAFFIC } from './table/traffic.ts';

export const COMMANDS: readonly Command[] = [
  ...SETUP,
  ...FLOWS,
  ...CONNECTIONS,
  ...TRAFFIC,
  ...EVENTS,
  ...ACCESS,
  ...OPERATION,
  command(
    'completion <shell>',
    'Print what makes bash, zsh or fish complete commands',
    (cli, given) =>
      printCompletion(
        COMMANDS,
        Object.keys(COMMON).map((name) => `--${name}`),
        cli,
        given,
      ),
    { remote: false },
  ),
  command('version', 'Print the version', async ({ out }) => out.show({ version: VERSION }, () => VERSION, VERSION), {
    remote: false,
  }),
  command(
    'help [noun] [verb]',
    'List the commands, or explain those of a noun, or one',
    (cli, given) => showHelp(COMMANDS, cli, given),
    { remote: false },
  ),
];
