/** A file that holds a flow document: read and written; the commands do the rest. */
import { writeFile } from 'node:fs/promises';
import type { Schemas } from '#client';
import { CommandFailure, UsageError } from '../failure.ts';
import { readJsonFile } from '../json.ts';

type Flow = Schemas['Flow'];

/** The service checks what is in it. @throws CommandFailure when it cannot be read as JSON */
export async function readFlow(file: string): Promise<Flow> {
  return (await readJsonFile(file)) as Flow;
}

/** The document in the file; null when there is none. */
export async function readFlowIfThere(file: string): Promise<Flow | null> {
  return readFlow(file).catch(() => null);
}

/** What `--version` says, for the query; nothing for the draft. @throws UsageError */
export function versionQuery(version: string | undefined): { version?: number } {
  if (version === undefined) return {};
  if (!/^[1-9]\d{0,8}$/.test(version)) throw new UsageError(`--version must be a number, not "${version}".`);
  return { version: Number(version) };
}

export async function writeFlow(file: string, flow: Flow): Promise<void> {
  await writeFile(file, `${JSON.stringify(flow, null, 2)}\n`).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure('The file cannot be written', `${file} (${cause.code})`, { cause });
  });
}
