/** `parley flows pull`: writes an agent's flow to a file, so that it can be edited, compared and pushed again. */
import { isDeepStrictEqual } from 'node:util';
import type { Cli } from '../command.ts';
import { dim, good, plain } from '../output.ts';
import { readFlowIfThere, versionQuery, writeFlow } from './flow-file.ts';

export async function pullFlow(
  { api, out }: Cli,
  { agentId, file, version }: { agentId: string; file: string; version: string | undefined },
): Promise<void> {
  const params = { path: { agentId }, query: versionQuery(version) };
  const flow = await api.GET('/agents/{agentId}/flow', { params });
  const before = await readFlowIfThere(file);
  const $schema = before?.$schema ?? `${api.url}/flow.schema.json`;
  const isThere = isDeepStrictEqual(before, { $schema, ...flow });
  if (!isThere) await writeFlow(file, { $schema, ...flow });
  const done = isThere ? 'unchanged' : 'written';
  const states = Object.keys(flow.states).length;
  out.show({ file, done, states }, () => `${(isThere ? dim : good)(done)}  ${plain(file)}  (${states} states)`);
}
