/** `parley flows explore-agent`: the same for the draft of an agent or a version, as a job of the service, which it waits for. */
import { setTimeout } from 'node:timers/promises';
import type { Discovery } from '../../model/exploration.ts';
import type { Cli } from '../command.ts';
import { CommandFailure, UsageError } from '../failure.ts';
import { CONVERSATIONS, type Given, MAX_CONVERSATIONS, numberOf, showExploration } from './exploration-report.ts';

type GivenAgent = Given & { agentId: string; version: string | undefined };

const ASK_AGAIN_MS = 500;

/** The exit code is 1 when something is found. @throws CommandFailure when the job fails */
export async function exploreAgent({ api, out }: Cli, given: GivenAgent): Promise<void> {
  const { agentId, version } = given;
  if (version !== undefined && !/^[1-9]\d{0,8}$/.test(version)) throw new UsageError('--version must be a number.');
  const conversations = numberOf(given, 'conversations', CONVERSATIONS, MAX_CONVERSATIONS);
  const seed = numberOf(given, 'seed', 1, Number.MAX_SAFE_INTEGER);
  let exploration = await api.POST('/agents/{agentId}/explorations', {
    params: { path: { agentId } },
    body: { conversations, seed, ...(version !== undefined && { version: Number(version) }) },
  });
  const { explorationId } = exploration;
  while (exploration.status === 'queued' || exploration.status === 'running') {
    await setTimeout(ASK_AGAIN_MS);
    const params = { path: { agentId, explorationId } };
    exploration = await api.GET('/agents/{agentId}/explorations/{explorationId}', { params });
  }
  const { status, failure, coverage, done } = exploration;
  if (status !== 'done' || !coverage) throw new CommandFailure('The exploration failed', failure ?? status);
  const discoveries = exploration.discoveries as Discovery[];
  await showExploration(out, { ...exploration, seed, conversations: done, discoveries, coverage }, given.out);
}
