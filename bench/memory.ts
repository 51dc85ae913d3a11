/** The memory of a process, from Linux's own accounting (proc(5)). */
import { readFile } from 'node:fs/promises';

/** Resident, in MiB; null where there is no /proc. */
export async function residentMiB(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Math.round(Number(kibibytes) / 1024);
}
