/** Entry point of the service. */
import { keepCompiled } from './compiled.ts';

keepCompiled();
await import('./serve.ts');
