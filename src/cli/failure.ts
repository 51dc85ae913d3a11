/** How a command fails: called wrongly (exit code 2), or refused (exit code 1). Anything else thrown is a bug. */

/** The command line cannot be parsed. `hint` is the next thing to type. */
export class UsageError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}

/** The command failed: refused by the service, not reachable, or a bad file. */
export class CommandFailure extends Error {
  readonly title: string;
  /** The service's problem code; null when the problem is ours. */
  readonly code: string | null;
  readonly errors: readonly { path: string; message: string }[];

  constructor(
    title: string,
    detail: string,
    about: { code?: string | null; errors?: readonly { path: string; message: string }[]; cause?: unknown } = {},
  ) {
    super(detail, { cause: about.cause });
    this.name = 'CommandFailure';
    this.title = title;
    this.code = about.code ?? null;
    this.errors = about.errors ?? [];
  }
}
