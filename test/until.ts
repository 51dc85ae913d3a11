/** Waits for a condition, without a fixed time. */

/** How long a test waits for a condition; far more than it takes, and the end of a test that hangs. */
const PATIENCE_MS = 60_000;
/** A look is often a request: after a while they are fewer, or they would be all that the machine does. */
const LOOK_EVERY_MS = { first: 10, atMost: 50 };
/** Of the time waited so far. */
const PAUSE = 0.1;

/** Polls until there is a value other than undefined, null or false. */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<Exclude<Value, undefined | null | false>> {
  const begun = performance.now();
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== null && value !== false) {
      return value as Exclude<Value, undefined | null | false>;
    }
    const waitedMs = performance.now() - begun;
    if (waitedMs > patienceMs) throw new Error(`waited ${patienceMs} ms in vain for ${what}`);
    const pauseMs = Math.min(Math.max(LOOK_EVERY_MS.first, waitedMs * PAUSE), LOOK_EVERY_MS.atMost);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
