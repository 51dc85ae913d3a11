/**
 * `.parley.json`, which `parley init` writes into the current folder: what commands assume where they are given less.
 * Names, no ids and no secrets, so that it can be shared; no address either, since the operator key would be sent there.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { CommandFailure } from './failure.ts';

export const PROJECT_FILE = '.parley.json';

export type Project = {
  /** By its name or id. */
  agent?: string;
  phoneNumber?: string;
  /** The service that commands in this folder go to; its address and key are the user's own (`profiles.ts`). */
  profile?: string;
};

const FIELDS = ['agent', 'phoneNumber', 'profile'];

/** Empty where there is none. @throws CommandFailure when it is not one */
export function readProject(): Project {
  let text: string;
  try {
    text = readFileSync(PROJECT_FILE, 'utf8');
  } catch {
    return {};
  }
  const project = parsed(text);
  const wrong = Object.entries(project).filter(([name, value]) => !FIELDS.includes(name) || typeof value !== 'string');
  if (wrong.length === 0) return project as Project;
  throw new CommandFailure(
    `${PROJECT_FILE} is not valid`,
    `It may have the fields ${FIELDS.join(', ')}, with text as their values.`,
    { errors: wrong.map(([name]) => ({ path: `/${name}`, message: 'is not such a field' })) },
  );
}

export function writeProject(project: Project): void {
  writeFileSync(PROJECT_FILE, `${JSON.stringify(project, null, 2)}\n`);
}

/** What stands for an argument of this name when it is left out. */
export function assumed({ agent, phoneNumber }: Project): Record<string, string> {
  return { ...(agent !== undefined && { agentId: agent }), ...(phoneNumber !== undefined && { phoneNumber }) };
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : { [PROJECT_FILE]: value };
  } catch (cause) {
    throw new CommandFailure(`${PROJECT_FILE} is not valid`, `It is not JSON: ${(cause as Error).message}`, { cause });
  }
}
