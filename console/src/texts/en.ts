/** The console in English: the table that the others have the shape of. */
import { agents } from './en/agents.ts';
import { pieces } from './en/pieces.ts';
import { shell } from './en/shell.ts';
import { start } from './en/start.ts';
import { state } from './en/state.ts';

export const en = { agents, pieces, shell, start, state };
