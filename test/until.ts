/** Waits for a condition, without a fixed time. */

/** How long a test waits for a condition; far more than it takes, and the end of a test that hangs. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 10;

/** Polls until there is a value other than undefined, null or false. */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<Exclude<Value, undefined | null | false>> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const value = await look();
    if (value !== undefined && value !== null && value !== false) {
      return value as Exclude<Value, undefined | null | false>;
    }
    if (performance.now() > giveUpAt) throw new Error(`waited ${patienceMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
