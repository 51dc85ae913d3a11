/** `parley flows test-from`: a flow test from a conversation, ready to be saved to a file. */
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { plain } from '../output.ts';

type Given = {
  agentId: string;
  phoneNumber: string;
  from: string | undefined;
  to: string | undefined;
  'keep-personal-data': boolean | undefined;
};

/** Notes go to stderr, so that the output can be a file. */
export async function writeTestFrom({ api, out }: Cli, { agentId, phoneNumber, from, to, ...given }: Given) {
  const { test, notes } = await api.POST('/agents/{agentId}/tests/from-conversation', {
    params: { path: { agentId } },
    body: {
      phoneNumber,
      ...(from !== undefined && { from: turnNumber('from', from) }),
      ...(to !== undefined && { to: turnNumber('to', to) }),
      personalData: given['keep-personal-data'] ? 'keep' : 'replace',
    },
  });
  out.show({ test, notes }, () => JSON.stringify(test, null, 2));
  if (!out.json) for (const note of notes) process.stderr.write(`${plain(note)}\n`);
}

function turnNumber(option: string, value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError(`--${option} must be the number of a turn.`);
  return Number(value);
}
