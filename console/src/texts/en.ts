/** The console in English: the table that the others have the shape of. */
import { pieces } from './en/pieces.ts';
import { shell } from './en/shell.ts';

export const en = { pieces, shell };
