/** How long the thread of the tests, which a service in it shares, is busy, whatever else runs on the machine. */

/** Between two samples. */
const LOOK_EVERY_MS = 1;

export type Busy = { p99Ms: number; longestMs: number };

/** CPU time, not wall-clock time: a thread that waits for a processor is not busy. */
export async function busyDuring(work: () => Promise<unknown>): Promise<Busy> {
  const spells: number[] = [];
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    spells.push((user + system) / 1000);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  spells.sort((a, b) => a - b);
  return { p99Ms: spells[Math.floor(spells.length * 0.99)] ?? 0, longestMs: spells.at(-1) ?? 0 };
}
