/** The beginning of a thread of the sandbox: heavy templates leave the processors to everything else. */
import { constants } from 'node:os';
import { atPriority } from './thread-priority.ts';

/** Not the lowest: people wait for these. */
await atPriority(constants.priority.PRIORITY_BELOW_NORMAL, () => import('./sandbox-jobs.ts'));
