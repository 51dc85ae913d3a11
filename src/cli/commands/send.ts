/** `parley send`: one message to one phone. `parley events tail` shows its outcome. */

import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';

export async function send(
  { api, out }: Cli,
  {
    agentId,
    stateId,
    phoneNumber,
    params,
  }: {
    agentId: string;
    stateId: string;
    phoneNumber: string;
    params: string | undefined;
  },
): Promise<void> {
  const body = params === undefined ? {} : { params: readParams(params) };
  const answer = await api.POST('/agents/{agentId}/states/{stateId}/send/{phoneNumber}', {
    params: { path: { agentId, stateId, phoneNumber } },
    body,
  });
  out.show(answer, () => `Enqueued as ${answer.messageId}.`, answer.messageId);
  out.note(`\nTo see its events: ${PROGRAM} events tail ${agentId}`);
}

function readParams(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new UsageError(
      `--params is not valid JSON: ${(cause as Error).message}`,
      `For example: --params '{"name":"Ada"}'`,
    );
  }
}
