/** `parley flows funnel`: where conversations went in a flow, state by state, in plain text. */
import type { Schemas } from '#client';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { bold, dim, plain, table } from '../output.ts';
import { period } from '../period.ts';

type Funnel = Schemas['Funnel'];
type State = Funnel['states'][number];
type Given = Record<'agentId', string> & Record<'version' | 'since' | 'until', string | undefined>;

const BAR_WIDTH = 20;
/** Ways into a state; the others are in the JSON. */
const MAX_WAYS = 3;

export async function showFunnel({ api, out }: Cli, { agentId, version, since, until }: Given): Promise<void> {
  if (version !== undefined && !/^([1-9]\d{0,8}|draft)$/.test(version))
    throw new UsageError('--version must be a number, or draft.');
  const query = {
    ...(version !== undefined && { version }),
    ...period({ since, until }),
  };
  const funnel = await api.GET('/agents/{agentId}/funnel', { params: { path: { agentId }, query } });
  out.show(funnel, () => described(funnel));
}

function described({ states, edges, conversations, turns, whole }: Funnel): string {
  const most = Math.max(1, ...states.map(({ entered }) => entered));
  const rows = states.map((state) => [
    state.stateId,
    String(state.entered),
    '█'.repeat(Math.round((state.entered / most) * BAR_WIDTH)),
    ofWaits(state, state.answered),
    ofWaits(state, state.left),
    state.failed > 0 ? String(state.failed) : '–',
    String(state.sent),
    waysInto(state, edges),
  ]);
  const all = whole ? 'all of this time' : 'not all of this time';
  return [
    ...(rows.length > 0
      ? [table(['STATE', 'ENTERED', ''.padEnd(BAR_WIDTH), 'ANSWERED', 'LEFT', 'FAILED', 'SENT', 'FROM'], rows), '']
      : []),
    `${bold(String(turns))} turns of ${conversations} conversations ${dim(`(${all})`)}`,
  ].join('\n');
}

function ofWaits({ waited }: State, count: number): string {
  return waited === 0 ? '–' : `${count} (${Math.round((count / waited) * 100)} %)`;
}

function waysInto({ stateId }: State, edges: Funnel['edges']): string {
  const ways = edges.filter(({ to }) => to === stateId);
  const told = ways.slice(0, MAX_WAYS).map(({ from, because, count }) => `${from ?? 'outside'} by ${because} ${count}`);
  return plain([...told, ...(ways.length > MAX_WAYS ? ['…'] : [])].join(', '));
}
