/** `parley failed-items`: what was set aside because its turn failed again and again, and putting it back. */
import type { Cli } from '../command.ts';
import { PROGRAM, short, table, time } from '../output.ts';

const MAX_SHOWN = 100;
const REASON_WIDTH = 60;

type Which = { lane: string; seq: string };

export async function listFailedItems({ api, out }: Cli): Promise<void> {
  const failedItems = await api.list('/failed-items', 'failedItems', { atMost: MAX_SHOWN });
  out.show({ failedItems }, () =>
    failedItems.length === 0
      ? 'Nothing was set aside.'
      : table(
          ['LANE', 'SEQ', 'WHAT', 'PHONE NUMBER', 'FAILED', 'WHY', 'AGENT'],
          failedItems.map(({ lane, seq, item, phoneNumber, failedAt, reason, agentId }) => [
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
  const [first] = failedItems;
  if (first) {
    out.note(`\nAgain, when the reason is repaired: ${PROGRAM} failed-items retry ${first.lane} ${first.seq}`);
  }
}

export async function retryFailedItem({ api, out }: Cli, { lane, seq }: Which): Promise<void> {
  const place = await api.POST('/failed-items/{lane}/{seq}/retry', { params: { path: { lane, seq } } });
  out.show(place, () => `It is taken up again, as ${place.lane} ${place.seq}.`);
}

export async function deleteFailedItem({ api, out }: Cli, { lane, seq }: Which): Promise<void> {
  await api.DELETE('/failed-items/{lane}/{seq}', { params: { path: { lane, seq } } });
  out.show({ lane: Number(lane), seq: Number(seq), deleted: true }, () => 'Nothing will come of it any more.');
}
