/**
 * Limits processes to a share of a core each, so that a small machine has cores to spare: by control groups, which
 * requires Linux and root. A throttled process runs at full speed, in 20 ms slices, until its share is used up.
 */
import { existsSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PERIOD_MICROSECONDS = 20_000;
/** Control groups v1, and v2. */
const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

export type Holder = AsyncDisposable & {
  /** Including all their threads, but not their children. */
  hold(pids: readonly number[]): Promise<void>;
};

/** Dispose of it when the processes have ended. */
export function createHolder(percent: number): Holder {
  const folders: string[] = [];
  const quota = (PERIOD_MICROSECONDS * percent) / 100;

  async function holdOne(pid: number): Promise<void> {
    const isV1 = existsSync(V1);
    const folder = join(isV1 ? V1 : V2, `parley-bench-${pid}`);
    await mkdir(folder);
    folders.push(folder);
    if (isV1) {
      await writeFile(join(folder, 'cpu.cfs_period_us'), `${PERIOD_MICROSECONDS}`);
      await writeFile(join(folder, 'cpu.cfs_quota_us'), `${quota}`);
    } else await writeFile(join(folder, 'cpu.max'), `${quota} ${PERIOD_MICROSECONDS}`);
    await writeFile(join(folder, 'cgroup.procs'), `${pid}`);
  }

  return {
    async hold(pids) {
      try {
        await Promise.all(pids.map(holdOne));
      } catch (cause) {
        throw new Error('--percent needs Linux, root, and control groups for the CPU', { cause });
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(folders.map((folder) => rmdir(folder).catch(() => {})));
    },
  };
}
