/** `parley agents`: agents and their configuration. */
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { described } from '../output.ts';
import { readSettings } from '../settings.ts';

export async function createAgent(
  { api, out }: Cli,
  { name, brand, 'use-case': useCase }: { name: string; brand: string; 'use-case': string | undefined },
): Promise<void> {
  // The service checks the value.
  const useCaseGiven = (useCase?.toUpperCase() ?? 'TRANSACTIONAL') as Schemas['NewAgent']['useCase'];
  const agent = await api.POST('/agents', { body: { name, brandId: brand, useCase: useCaseGiven } });
  out.show(agent, () => described(agent), agent.agentId);
  out.note(
    `\nNext: ${PROGRAM} devices add ${agent.agentId} +15550100001, and ${PROGRAM} states push ${agent.agentId} <folder>`,
  );
}

export async function configureAgent(
  { api, out }: Cli,
  { agentId, rest }: { agentId: string; rest: string[] },
): Promise<void> {
  if (rest.length === 0) {
    throw new UsageError(
      'There is nothing to set.',
      `For example: ${PROGRAM} agents configure ${agentId} defaultState=main`,
    );
  }
  const config = readSettings(rest);
  const agent = await api.PATCH('/agents/{agentId}', { params: { path: { agentId } }, body: { config } });
  out.show(agent, () => described(agent));
}
