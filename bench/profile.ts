/** Where the time goes, for optimization: the service's own functions, and the statements of PostgreSQL. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';

export type Share = {
  name: string;
  /** Of functions: the share of the measured time, 1 = one core. Of statements: how many ran at once on average. */
  share: number;
};

export type Profile = { functions: Share[]; groups: Share[]; statements: Share[] };

const TOP_FUNCTIONS = 25;
const TOP_STATEMENTS = 15;
const SAMPLE_EVERY_MS = 10;

type Node = { id: number; callFrame: { functionName: string; url: string; lineNumber: number } };
type CpuProfile = { nodes: Node[]; startTime: number; samples: number[]; timeDeltas: number[] };

/** Self time of the main thread between two times of `process.hrtime`, in microseconds: V8 uses the same clock. */
export async function readProfile(
  folder: string,
  window: { from: number; to: number },
): Promise<{ functions: Share[]; groups: Share[] }> {
  const files = await readdir(folder);
  // CPU.<date>.<time>.<process>.<thread>.<number>.cpuprofile; workers write theirs to the same folder.
  const file = files.find((name) => /\.0\.\d+\.cpuprofile$/.test(name));
  if (!file) throw new Error(`the service wrote no profile, only ${files.join(', ') || 'nothing'}`);
  const { nodes, startTime, samples, timeDeltas } = JSON.parse(
    await readFile(join(folder, file), 'utf8'),
  ) as CpuProfile;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const functions = new Map<string, number>();
  const groups = new Map<string, number>();
  const add = (sums: Map<string, number>, name: string, time: number) => sums.set(name, (sums.get(name) ?? 0) + time);
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0;
    at += delta;
    const node = byId.get(id);
    if (!node || at < window.from || at > window.to) continue;
    const { group, place } = placeOf(node);
    add(functions, place, delta);
    add(groups, group, delta);
  }
  const length = window.to - window.from;
  return { functions: top(functions, length).slice(0, TOP_FUNCTIONS), groups: top(groups, length) };
}

/** The package, Node's own module, or our folder, and the function in it. */
function placeOf({ callFrame: { functionName, url, lineNumber } }: Node): { group: string; place: string } {
  const name = functionName || '(anonymous)';
  if (url === '') return { group: name.startsWith('(') ? name : '(native)', place: name };
  const dependency = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(url);
  if (dependency) {
    return { group: dependency[1]!, place: `${name}  ${dependency[1]}/${dependency[2]}:${lineNumber + 1}` };
  }
  const own = /\/(src\/.*)$/.exec(url)?.[1];
  if (own) return { group: own.split('/').slice(0, 2).join('/'), place: `${name}  ${own}:${lineNumber + 1}` };
  return { group: url.split('/').slice(0, 2).join('/'), place: `${name}  ${url}:${lineNumber + 1}` };
}

function top(sums: Map<string, number>, length: number): Share[] {
  return [...sums].map(([name, sum]) => ({ name, share: sum / length })).sort((a, b) => b.share - a.share);
}

/** Samples the activity of every backend until it is stopped. */
export function sampleDatabase(url: string): { stop(): Promise<Share[]> } {
  const sql = postgres(url, { max: 1, connection: { application_name: 'parley-bench' } });
  const seen = new Map<string, number>();
  let looks = 0;
  let isStopped = false;

  async function look(): Promise<void> {
    while (!isStopped) {
      const rows = await sql<{ query: string; wait: string | null }[]>`
        select query, wait_event_type || ' ' || wait_event as wait from pg_stat_activity
        where state = 'active' and backend_type = 'client backend' and application_name <> 'parley-bench'`;
      looks += 1;
      for (const { query, wait } of rows) {
        const name = `${statementName(query)}  ${wait ?? 'running'}`;
        seen.set(name, (seen.get(name) ?? 0) + 1);
      }
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  }

  const looking = look();
  return {
    async stop() {
      isStopped = true;
      await looking;
      await sql.end();
      return top(seen, looks).slice(0, TOP_STATEMENTS);
    },
  };
}

/** Named after the table it writes, or else reads first: our statements carry no names. */
function statementName(query: string): string {
  const writes = [...query.matchAll(/\b(insert into|delete from|update) (\w+)/g)].map(
    ([, verb, table]) => `${verb} ${table}`,
  );
  if (writes.length > 0) return [...new Set(writes)].slice(0, 3).join(', ');
  return query.replace(/\s+/g, ' ').trim().slice(0, 60);
}
