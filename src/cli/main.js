/** Entry point of the command line. */
import { keepCompiled } from '../compiled.ts';

keepCompiled();
await import('./execute.ts');
