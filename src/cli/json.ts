/** JSON that a command is given, in a file or as an option. The service checks what is in it. */
import { readFile } from 'node:fs/promises';
import { CommandFailure, UsageError } from './failure.ts';

/** @throws CommandFailure when it cannot be read as JSON */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure('The file cannot be read', `${file} (${cause.code})`, { cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandFailure('The file is not valid JSON', `${file}: ${(cause as Error).message}`, { cause });
  }
}

/** @throws UsageError */
export function readJsonOption(name: string, text: string, example: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(
      `--${name} is not valid JSON: ${(cause as Error).message}`,
      `For example: --${name} '${example}'`,
    );
  }
}
