/**
 * The priority of a thread. What a thread loads and compiles when it begins can take longer than its work, so this comes
 * before.
 */
import { getPriority, setPriority } from 'node:os';

/** Only on Linux does a priority apply to the thread alone, and only lower ones are everybody's to take. */
export async function atPriority<Module>(priority: number, load: () => Promise<Module>): Promise<Module> {
  if (process.platform === 'linux' && getPriority() < priority) setPriority(priority);
  return await load();
}
