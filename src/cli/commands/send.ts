/** `parley send`: one message to one phone. `parley events tail` shows its outcome. */

import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { readJsonOption } from '../json.ts';

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
  const body = params === undefined ? {} : { params: readJsonOption('params', params, '{"name":"Ada"}') };
  const answer = await api.POST('/agents/{agentId}/states/{stateId}/send/{phoneNumber}', {
    params: { path: { agentId, stateId, phoneNumber } },
    body,
  });
  out.show(answer, () => `Enqueued as ${answer.messageId}.`, answer.messageId);
  out.note(`\nTo see its events: ${PROGRAM} events tail ${agentId}`);
}
