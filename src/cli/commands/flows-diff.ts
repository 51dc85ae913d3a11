/** `parley flows diff`: how a file differs from an agent's flow or a version; of the draft, what a push would change. */
import type { Schemas } from '#client';
import type { Cli } from '../command.ts';
import { accent, bad, dim, good, plain, short } from '../output.ts';
import { readFlow, versionQuery } from './flow-file.ts';

type FlowDiff = Schemas['FlowDiff'];

const VALUE_WIDTH = 60;

/** The exit code is 1 when they differ. */
export async function diffFlow(
  { api, out }: Cli,
  { agentId, file, version }: { agentId: string; file: string; version: string | undefined },
): Promise<void> {
  const after = await readFlow(file);
  const params = { path: { agentId }, query: versionQuery(version) };
  const before = await api.GET('/agents/{agentId}/flow', { params });
  // Schemas take a while to load, and few commands need them.
  const { diffFlows, isSame } = await import('../../model/flow-diff.ts');
  const diff = diffFlows(before, { ...after, states: after.states ?? {} });
  out.show(diff, () => describedDiff(diff));
  if (!isSame(diff)) process.exitCode = 1;
}

export function describedDiff({ added, removed, changed, settings }: FlowDiff): string {
  const lines = [
    ...settings.map((change) => `${accent('~')} ${changeLine(change)}`),
    ...removed.map((stateId) => `${bad('-')} ${plain(stateId)}`),
    ...added.map((stateId) => `${good('+')} ${plain(stateId)}`),
    ...changed.flatMap(({ stateId, changes }) => [
      `${accent('~')} ${plain(stateId)}`,
      ...changes.map((change) => `    ${changeLine(change)}`),
    ]),
  ];
  return lines.length === 0 ? dim('no difference') : lines.join('\n');
}

function changeLine({ path, before, after }: FlowDiff['settings'][number]): string {
  const [old, fresh] = [before, after].map((value) => short(JSON.stringify(value) ?? '', VALUE_WIDTH));
  if (before === undefined) return `${plain(path)}  ${good(`+ ${fresh}`)}`;
  if (after === undefined) return `${plain(path)}  ${bad(`- ${old}`)}`;
  return `${plain(path)}  ${bad(old!)} ${dim('→')} ${good(fresh!)}`;
}
