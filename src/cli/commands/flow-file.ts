/** A file that holds a flow document: read and written; the commands do the rest. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Schemas } from '#client';
import { CommandFailure } from '../failure.ts';

type Flow = Schemas['Flow'];

/** The service checks what is in it. @throws CommandFailure when it cannot be read as JSON */
export async function readFlow(file: string): Promise<Flow> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure('The file cannot be read', `${file} (${cause.code})`, { cause });
  });
  try {
    return JSON.parse(text) as Flow;
  } catch (cause) {
    throw new CommandFailure('The file is not valid JSON', `${file}: ${(cause as Error).message}`, { cause });
  }
}

/** The document in the file; null when there is none. */
export async function readFlowIfThere(file: string): Promise<Flow | null> {
  return readFlow(file).catch(() => null);
}

export async function writeFlow(file: string, flow: Flow): Promise<void> {
  await writeFile(file, `${JSON.stringify(flow, null, 2)}\n`).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure('The file cannot be written', `${file} (${cause.code})`, { cause });
  });
}
