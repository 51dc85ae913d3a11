/** Every command, in the order in which `help` shows them. To add one: a line in a file of `table/`, a function in its noun's file. */
import { type Command, command } from './command.ts';
import { showHelp } from './help.ts';
import { FLOWS } from './table/flows.ts';
import { SETUP } from './table/setup.ts';
import { TRAFFIC } from './table/traffic.ts';

export const COMMANDS: readonly Command[] = [
  ...SETUP,
  ...FLOWS,
  ...TRAFFIC,
  command(
    'help [noun]',
    'List the commands, or explain those of a noun',
    (cli, given) => showHelp(COMMANDS, cli, given),
    { remote: false },
  ),
];
