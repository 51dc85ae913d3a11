/** What a person types to run this program: another thing in a clone than where it is installed as a package. */
import { sep } from 'node:path';

const isInstalled = import.meta.dirname.split(sep).includes('node_modules');

/** Before the words of a command. */
export const PROGRAM = isInstalled ? 'npx parley' : 'npm run -s parley --';
/** Starts the service. */
export const START = isInstalled ? 'npx parley start' : 'npm start';
