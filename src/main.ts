/** The door of the service. */
import { keepCompiled } from './compiled.ts';

keepCompiled();
await import('./serve.ts');
