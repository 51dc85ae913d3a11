/** `parley agents`: agents and their configuration. */
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { fields, wholeTable } from '../output.ts';

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

export async function listAgents({ api, out }: Cli): Promise<void> {
  const agents = await api.list('/agents', 'agents');
  out.show(
    { agents },
    () =>
      agents.length === 0
        ? `There are no agents yet: ${PROGRAM} agents create <name> --brand <brandId>`
        : wholeTable(
            ['AGENT', 'NAME', 'MODE', 'USE CASE', 'BRAND'],
            agents.map(({ agentId, name, mode, useCase, brandId }) => [agentId, name, mode, useCase, brandId]),
          ),
    agents.map(({ agentId }) => agentId),
  );
}

export async function launchAgent({ api, out }: Cli, { agentId }: { agentId: string }): Promise<void> {
  const agent = await api.POST('/agents/{agentId}/launch', { params: { path: { agentId } } });
  out.show(agent, () => `${agent.name} was launched: it may message any number.`);
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
  const config = Object.fromEntries(rest.map(readSetting));
  const agent = await api.PATCH('/agents/{agentId}', { params: { path: { agentId } }, body: { config } });
  out.show(agent, () => described(agent));
}

/** The value is JSON if it looks like it (`false`, `[…]`), else the text itself; an empty value clears the field. */
function readSetting(setting: string): [string, unknown] {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
  if (key === undefined || value === undefined) {
    throw new UsageError(`"${setting}" is not of the form key=value.`);
  }
  if (value === '') return [key, null];
  if (!/^([[{"]|(true|false|null)$)/.test(value)) return [key, value];
  try {
    return [key, JSON.parse(value)];
  } catch {
    throw new UsageError(`The value of ${key} looks like JSON but is not valid.`);
  }
}

function described({ agentId, name, mode, useCase, config }: Schemas['Agent']): string {
  const settings = Object.entries(config).map(([key, value]) => [
    `config.${key}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return fields({ agentId, name, mode, useCase, ...Object.fromEntries(settings) });
}
