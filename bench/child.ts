/**
 * A part of the bench in its own process, and the bench's queries to it. When the channel between them breaks, for any
 * reason, the child exits.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Child = AsyncDisposable & {
  pid: number;
  /** Where it listens, without a trailing slash. */
  url: string;
  /** Calls the function with this name in the child's `answers`. */
  ask<Answer>(name: string): Promise<Answer>;
};

type Question = { id: number; name: string };
type Reply = { id: number; answer: unknown };

/** Starts `file` from this folder with its options as JSON, and resolves when it listens. */
export async function startChild(file: string, options: object): Promise<Child> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [JSON.stringify(options)], {
    // Ctrl-C reaches the bench alone, which then stops its children in order.
    detached: true,
    serialization: 'advanced',
    execArgv: [],
  });
  const ended = once(child, 'exit');
  const [{ url }] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code} before it listened`))),
  ])) as [{ url: string }];
  const waiting = waitForReplies(child, file);
  let lastId = 0;
  return {
    pid: child.pid!,
    url,
    ask<Answer>(name: string) {
      const id = ++lastId;
      return new Promise<Answer>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
        child.send({ id, name } satisfies Question, (error) => error && reject(error));
      });
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

type Waiting = { resolve: (answer: unknown) => void; reject: (error: Error) => void };

function waitForReplies(child: ChildProcess, file: string): Map<number, Waiting> {
  const waiting = new Map<number, Waiting>();
  child.on('message', ({ id, answer }: Reply) => {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code ?? signal}`));
  });
  return waiting;
}

/** In the child: the options it was started with. */
export function optionsOfChild<Options>(): Options {
  return JSON.parse(process.argv[2]!) as Options;
}

/** In the child: reports where it listens, and answers queries from then on. */
export function serveParent(url: string, answers: Record<string, () => unknown>): void {
  process.on('message', ({ id, name }: Question) => process.send!({ id, answer: answers[name]!() } satisfies Reply));
  process.on('disconnect', () => process.exit());
  process.send!({ url });
}
