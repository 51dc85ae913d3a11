/** The one clock of all processes of a run. */

/** Milliseconds since 1970 with a fraction: monotonic in a process, and the same in all processes of a machine. */
export const nowMs = () => performance.timeOrigin + performance.now();
