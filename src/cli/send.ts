/** `parley send`: one message to one phone. What became of it is in `parley events tail`. */
import { path } from './api.ts';
import type { Cli } from './command.ts';
import { UsageError } from './failure.ts';
import { PROGRAM } from './output.ts';

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
  const answer = await api.call<{ messageId: string }>(
    'POST',
    path`/agents/${agentId}/states/${stateId}/send/${phoneNumber}`,
    body,
  );
  out.show(answer, () => `Enqueued as ${answer.messageId}.`);
  out.note(`\nWhat becomes of it: ${PROGRAM} events tail ${agentId}`);
}

function readParams(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new UsageError(`--params is not JSON: ${(cause as Error).message}`, `Such as: --params '{"name":"Ada"}'`);
  }
}
