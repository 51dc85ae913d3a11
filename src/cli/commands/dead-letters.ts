/** `parley dead-letters`: items that were given up because their turn failed again and again, and their retry. */

import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { upTo } from '../limit.ts';
import { short, table, time } from '../output.ts';

const REASON_WIDTH = 60;

type Which = { lane: string; seq: string };

type Wanted = { agentId: string | undefined; limit: string | undefined };

export async function listDeadLetters({ api, out }: Cli, { agentId, limit }: Wanted): Promise<void> {
  const params = { query: agentId === undefined ? {} : { agentId } };
  const found = await upTo(limit, (atMost) => api.list('/dead-letters', 'deadLetters', { params, atMost }));
  const { rows: deadLetters, more } = found;
  out.show({ deadLetters, more }, () =>
    deadLetters.length === 0
      ? 'There are no dead letters.'
      : table(
          ['LANE', 'SEQ', 'WHAT', 'PHONE NUMBER', 'FAILED', 'WHY', 'AGENT'],
          deadLetters.map(({ lane, seq, item, phoneNumber, failedAt, reason, agentId }) => [
            String(lane),
            String(seq),
            String(item['kind']),
            phoneNumber,
            time(failedAt),
            short(reason, REASON_WIDTH),
            agentId,
          ]),
        ),
  );
  if (found.rows.length > 0) out.note(found.note);
  const [first] = deadLetters;
  if (first) {
    out.note(`\nTo retry, once the cause is fixed: ${PROGRAM} dead-letters retry ${first.lane} ${first.seq}`);
  }
}

export async function retryDeadLetter({ api, out }: Cli, { lane, seq }: Which): Promise<void> {
  const place = await api.POST('/dead-letters/{lane}/{seq}/retry', { params: { path: { lane, seq } } });
  out.show(place, () => `It will be retried, as ${place.lane} ${place.seq}.`);
}

export async function deleteDeadLetter({ api, out }: Cli, { lane, seq }: Which): Promise<void> {
  await api.DELETE('/dead-letters/{lane}/{seq}', { params: { path: { lane, seq } } });
  out.show({ lane: Number(lane), seq: Number(seq), deleted: true }, () => 'It will never be processed.');
}
