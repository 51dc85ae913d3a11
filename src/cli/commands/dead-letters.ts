/** `parley dead-letters`: items that were given up because their turn failed again and again, and their retry. */

import type { Cli } from '../command.ts';

type Which = { lane: string; seq: string };

export async function retryDeadLetter({ api, out }: Cli, { lane, seq }: Which): Promise<void> {
  const place = await api.POST('/dead-letters/{lane}/{seq}/retry', { params: { path: { lane, seq } } });
  out.show(place, () => `It will be retried, as ${place.lane} ${place.seq}.`);
}

export async function deleteDeadLetter({ api, out }: Cli, { lane, seq }: Which): Promise<void> {
  await api.DELETE('/dead-letters/{lane}/{seq}', { params: { path: { lane, seq } } });
  out.show({ lane: Number(lane), seq: Number(seq), deleted: true }, () => 'It will never be processed.');
}
