/** The identity of this process among the others, and which of its neighbours on the same machine are dead. */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ProcessIdentity } from '../store/lanes.ts';

export function processIdentity(): ProcessIdentity {
  const host = machine();
  return { host, pid: process.pid, processId: `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}` };
}

/**
 * Boot and pid namespace: two processes that share it can tell by pid whether the other is alive, so that the lanes of
 * a killed one need not wait for its lease. Except on Linux it is different for every process.
 */
function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return randomBytes(8).toString('hex');
  }
}

export function isDead(neighbour: ProcessIdentity): boolean {
  try {
    process.kill(neighbour.pid, 0);
    return false;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
