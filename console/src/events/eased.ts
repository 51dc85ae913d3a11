/** Work that is asked for more often than it is to be done. */

/**
 * Asked, it runs at once; asked while it runs or in the pause behind it, it runs once more after that. What was asked for is
 * always looked at by a run that began later. A failure is the work's own to show.
 */
export function eased(work: () => Promise<unknown>, pauseMs: number): () => void {
  let isResting = true;
  let isAsked = false;

  async function run(): Promise<void> {
    isResting = false;
    isAsked = false;
    await work().catch(() => {});
    setTimeout(() => {
      isResting = true;
      if (isAsked) void run();
    }, pauseMs);
  }

  return () => {
    if (isResting) void run();
    else isAsked = true;
  };
}
