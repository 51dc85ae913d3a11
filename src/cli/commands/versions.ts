/** `parley flows versions`, `publish`, `activate` and `compare`: what users get, and what it was before. */
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { upTo } from '../limit.ts';
import { good, plain, short, table, time } from '../output.ts';
import { describedDiff } from './flows-diff.ts';

type FlowVersion = Schemas['FlowVersion'];

const MESSAGE_WIDTH = 48;

export async function listVersions(
  { api, out }: Cli,
  { agentId, limit }: { agentId: string; limit: string | undefined },
): Promise<void> {
  const params = { path: { agentId } };
  const found = await upTo(limit, (atMost) => api.list('/agents/{agentId}/versions', 'versions', { params, atMost }));
  const { rows: versions, more } = found;
  out.show({ versions, more }, () =>
    versions.length === 0
      ? `There are no versions yet: ${PROGRAM} flows push ${agentId} <file>`
      : table(
          ['VERSION', 'LIVE', 'SESSIONS', 'PUBLISHED', 'BY', 'MESSAGE'],
          versions.map((one) => [
            String(one.version),
            one.percent > 0 ? `${one.percent} %` : '–',
            String(one.pinnedSessions),
            time(one.createdAt),
            one.author,
            short(`${one.message ?? ''}${one.forced ? ' (forced)' : ''}`, MESSAGE_WIDTH),
          ]),
        ),
  );
  if (found.rows.length > 0) out.note(found.note);
}

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
