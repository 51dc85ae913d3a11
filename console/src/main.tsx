/** Entry point of the console: the texts of the reader's language, and then everything that says them. */
import { loadTexts } from './texts/language.ts';

// Not awaited at the top: files that the console is built into may need this one.
void loadTexts().then(() => import('./app.tsx'));
