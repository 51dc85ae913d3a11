/** Walks over states by their names, without recursion: a chain may have as many states as a flow. */

type Next = (stateId: string) => Iterable<string>;

/** The starts and all that follows them. */
export function reachable(starts: Iterable<string>, next: Next): Set<string> {
  const reached = new Set(starts);
  // A set that grows is walked to its end.
  for (const stateId of reached) for (const following of next(stateId)) reached.add(following);
  return reached;
}

/** Whether the starts lead to a state: walks only as far as it must, and remembers how far it got. */
export function createSearch(starts: Iterable<string>, next: Next): (stateId: string) => boolean {
  const reached = new Set(starts);
  const left = reached.values();
  return (stateId) => {
    while (!reached.has(stateId)) {
      const { done, value } = left.next();
      if (done) return false;
      for (const following of next(value)) reached.add(following);
    }
    return true;
  };
}

/** A way back to each state where a walk from these, in order, first closes a circle: `[a, b]` for a → b → a. */
export function cyclesOf(stateIds: Iterable<string>, next: Next): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  for (const start of stateIds) {
    const path = [start];
    const places = new Map([[start, 0]]);
    const left = [next(start)[Symbol.iterator]()];
    while (!done.has(start)) {
      const following = left.at(-1)!.next();
      if (following.done) {
        const ended = path.pop()!;
        places.delete(ended);
        left.pop();
        done.add(ended);
      } else if (places.has(following.value)) {
        cycles.push(path.slice(places.get(following.value)));
      } else if (!done.has(following.value)) {
        places.set(following.value, path.length);
        path.push(following.value);
        left.push(next(following.value)[Symbol.iterator]());
      }
    }
  }
  return cycles;
}
