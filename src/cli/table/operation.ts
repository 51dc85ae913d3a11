/** Commands for the service itself: how it is, its database, and phones of its own. */
import { type Command, command, lazy } from '../command.ts';
import { show } from '../verbs.ts';

const backup = lazy(() => import('../commands/backup.ts'));
const database = lazy(() => import('../commands/database.ts'));
const emulator = lazy(() => import('../commands/emulator.ts'));

export const OPERATION: readonly Command[] = [
  show('overview', 'Show what runs, what waits, and what needs attention', '/overview'),
  command('backup <file>', 'Write the database to a file, while the service goes on', backup('backUp'), {
    remote: false,
  }),
  command('restore <file>', 'Make an empty database what a backup has, and check it', backup('restoreBackup'), {
    remote: false,
    options: {
      rehearse: { says: 'into a place of its own that is removed at the end: shows that the backup is good' },
      hold: { says: 'what was waiting to be sent becomes dead letters, to be looked at first' },
    },
  }),
  command(
    'database lanes',
    'Split its lanes, so that more processes can share it; stop the service first',
    database('splitLanes'),
    {
      remote: false,
      options: {
        to: { value: 'n', says: 'the new number: a multiple of the present one, 256 at most', required: true },
      },
    },
  ),
  command(
    'database distribute',
    'Move its lanes to the nodes of a Citus cluster; stop the service first',
    database('distributeLanes'),
    {
      remote: false,
      options: { shards: { value: 'n', says: 'parts that the nodes share out; two for each by default' } },
    },
  ),
  command('emulator', 'Run a standalone RCS platform with phones, until a signal', emulator('runEmulator'), {
    remote: false,
    options: {
      port: { value: 'port', says: 'where it listens; 8090 by default, 0 picks a free one' },
      host: { value: 'address', says: '127.0.0.1 by default' },
    },
  }),
];
