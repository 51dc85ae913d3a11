/** The console in Spanish. Its users are addressed as "tú"; names of the API (state, input, params) stay as they are. */
import type { en } from './en.ts';
import { pieces } from './es/pieces.ts';
import { shell } from './es/shell.ts';

export const es: typeof en = { pieces, shell };
