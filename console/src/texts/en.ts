/** The console in English: the table that the others have the shape of. */
import { pieces } from './en/pieces.ts';
import { shell } from './en/shell.ts';
import { state } from './en/state.ts';

export const en = { pieces, shell, state };
