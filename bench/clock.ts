/** The one clock by which all processes of a run tell the time. */

/** Milliseconds since 1970 with a fraction: monotonic in a process, and the same in all processes of a machine. */
export const nowMs = () => performance.timeOrigin + performance.now();
