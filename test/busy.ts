/** How long the thread of the tests, which is that of a service in it too, has no time for anything else, whatever runs on the machine beside them. */

/** Between two looks. */
const LOOK_EVERY_MS = 1;

export type Busy = { p99Ms: number; longestMs: number };

/** Of a processor, and not by the clock: a thread that waits for one is not busy. */
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
