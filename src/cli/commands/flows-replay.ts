/** `parley flows replay`: recorded conversations on the draft or a version; waits for the job and shows what would be different. */
import { setTimeout } from 'node:timers/promises';
import type { Schemas } from '#client';
import { MAX_REPLAYED } from '../../model/replay.ts';
import type { Cli } from '../command.ts';
import { CommandFailure, UsageError } from '../failure.ts';
import { accent, bad, bold, dim, good, plain, short } from '../output.ts';
import { period } from '../period.ts';

type Replay = Schemas['Replay'];
type Given = {
  agentId: string;
  version: string | undefined;
  since: string | undefined;
  until: string | undefined;
  limit: string | undefined;
};

const DAY_MS = 86_400_000;
const ASK_AGAIN_MS = 500;
const VALUE_WIDTH = 100;

/** The exit code is 1 when a session differs. @throws CommandFailure when the job fails */
export async function replayFlow({ api, out }: Cli, { agentId, version, since, until, limit }: Given): Promise<void> {
  if (limit !== undefined && !/^[1-9]\d{0,4}$/.test(limit)) throw new UsageError('--limit must be a whole number.');
  if (version !== undefined && !/^[1-9]\d{0,8}$/.test(version)) throw new UsageError('--version must be a number.');
  let replay = await api.POST('/agents/{agentId}/replays', {
    params: { path: { agentId } },
    body: {
      since: new Date(Date.now() - DAY_MS).toISOString(),
      ...period({ since, until }),
      ...(version !== undefined && { version: Number(version) }),
      limit: Number(limit ?? MAX_REPLAYED),
    },
  });
  const { replayId } = replay;
  while (replay.status === 'queued' || replay.status === 'running') {
    await setTimeout(ASK_AGAIN_MS);
    replay = await api.GET('/agents/{agentId}/replays/{replayId}', { params: { path: { agentId, replayId } } });
  }
  if (replay.status !== 'done') throw new CommandFailure('The replay failed', replay.failure ?? replay.status);
  out.show(replay, () => describeReplay(replay));
  if (replay.different > 0) process.exitCode = 1;
}

/** For the terminal: what differs, with an example of each, and how many sessions do. */
export function describeReplay({ sessions, limit, same, different, cannotSay, groups, reasons }: Replay): string {
  return [
    ...groups.flatMap(groupLines),
    ...reasons.map(({ reason, count }) => `${accent('?')} ${count} sessions: ${plain(reason)}`),
    `${sessions} sessions: ${good(`${same} the same`)}, ${bad(`${different} different`)}, ${cannotSay} of which nobody can say`,
    ...(limit !== undefined && sessions >= limit
      ? [accent('There may be more: these are as many as --limit allows. A later --since leaves fewer.')]
      : []),
  ].join('\n');
}

function groupLines({ state, what, count, examples }: Replay['groups'][number]): string[] {
  const [example] = examples;
  const lines = [`${bad('≠')} ${bold(plain(state ?? 'no state'))}: another ${what} in ${count} sessions`];
  if (!example) return lines;
  const { phoneNumber, turn, recorded, replayed } = example;
  const line = (name: string, outcome: object) => `    ${dim(name)}  ${short(JSON.stringify(outcome), VALUE_WIDTH)}`;
  return [...lines, dim(`    ${phoneNumber}, turn ${turn}`), line('was  ', recorded), line('is   ', replayed)];
}
