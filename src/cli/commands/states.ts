/** `parley states list`; pushing and pulling have their own files. */
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { short, time, wholeTable } from '../output.ts';

type State = Schemas['State'];

const SAYS_WIDTH = 48;

export async function listStates({ api, out }: Cli, { agentId }: { agentId: string }): Promise<void> {
  const states = await api.list('/agents/{agentId}/states', 'states', { params: { path: { agentId } } });
  out.show(
    { states },
    () =>
      states.length === 0
        ? `There are no states yet: ${PROGRAM} states push ${agentId} <folder>`
        : wholeTable(
            ['STATE', 'FLOW ENTRY', 'SAYS', 'NEXT', 'UPDATED'],
            states.map((state) => [
              state.stateId,
              state.flowEntryStateId ?? '–',
              short(says(state), SAYS_WIDTH),
              nexts(state).join(', ') || '–',
              time(state.updatedAt),
            ]),
          ),
    states.map(({ stateId }) => stateId),
  );
}

function says({ template }: State): string {
  const { text, richCard } = (template?.contentMessage ?? {}) as {
    text?: string;
    richCard?: { carouselCard?: object };
  };
  if (text !== undefined) return text;
  if (richCard) return richCard.carouselCard ? '(carousel)' : '(rich card)';
  return template ? '(file)' : '–';
}

/** Where it leads by itself or after the user's answer; chips may lead elsewhere. */
function nexts({ transitions = [], input }: State): string[] {
  return [...new Set([...transitions.map(({ nextState }) => nextState), ...(input ? [input.nextState] : [])])];
}
