/** `parley flows publish`, `activate` and `compare`: what users get, and what it was before. */
import type { Schemas } from '#client';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { good, plain } from '../output.ts';
import { describedDiff } from './flows-diff.ts';

type FlowVersion = Schemas['FlowVersion'];

type Publication = {
  agentId: string;
  message: string | undefined;
  force: boolean | undefined;
  'not-live': boolean | undefined;
};

export async function publishFlow(
  { api, out }: Cli,
  { agentId, message, force = false, 'not-live': isFrozenOnly = false }: Publication,
): Promise<void> {
  const version = await api.POST('/agents/{agentId}/versions', {
    params: { path: { agentId } },
    body: { ...(message !== undefined && { message }), activate: !isFrozenOnly, force },
  });
  out.show(version, () => described(version));
}

type Activation = { agentId: string; version: string; percent: string | undefined; move: boolean | undefined };

export async function activateVersion(
  { api, out }: Cli,
  { agentId, version, percent = '100', move = false }: Activation,
): Promise<void> {
  if (!/^\d+$/.test(percent)) throw new UsageError(`--percent must be a number from 1 to 100, not "${percent}".`);
  const activated = await api.POST('/agents/{agentId}/versions/{version}/activate', {
    params: { path: { agentId, version } },
    body: { percent: Number(percent), sessions: move ? 'move' : 'keep' },
  });
  out.show(activated, () => described(activated));
}

/** The exit code is 1 when they differ. */
export async function compareVersions(
  { api, out }: Cli,
  { agentId, version, other = 'draft' }: { agentId: string; version: string; other: string | undefined },
): Promise<void> {
  const path = { agentId, version, other };
  const diff = await api.GET('/agents/{agentId}/versions/{version}/diff/{other}', { params: { path } });
  const { isSame } = await import('../../model/flow-diff.ts');
  out.show(diff, () => describedDiff(diff));
  if (!isSame(diff)) process.exitCode = 1;
}

function described({ version, percent, message, forced }: FlowVersion): string {
  const live = percent > 0 ? good(`live for ${percent} %`) : 'not live';
  return `version ${version}  ${live}${forced ? '  forced' : ''}${message === undefined ? '' : `  ${plain(message)}`}`;
}
