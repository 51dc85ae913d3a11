/** The version of this program, as `package.json` has it, and how it introduces itself. */
import manifest from '../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;

/** Sent with every outbound request. Source: docs/spec-choices.md §6. */
export const USER_AGENT = `Parley/${VERSION}`;
