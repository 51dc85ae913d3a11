/** `parley devices`: the numbers that an agent in test mode may write to. */

import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';

export async function addDevice(
  { api, out }: Cli,
  { agentId, phoneNumber, draft = false }: { agentId: string; phoneNumber: string; draft: boolean | undefined },
): Promise<void> {
  const body = { phoneNumber, ...(draft && { draft }) };
  let device = await api.POST('/agents/{agentId}/devices', { params: { path: { agentId } }, body });
  if (draft && !device.draft) {
    // It was registered before, which a second registration does not change.
    const path = { agentId, phoneNumber };
    device = await api.PATCH('/agents/{agentId}/devices/{phoneNumber}', { params: { path }, body: { draft } });
  }
  out.show(
    device,
    () => `${device.phoneNumber} is a test device${device.draft ? ', and runs the draft' : ''}.`,
    device.phoneNumber,
  );
  out.note(`\nNext: ${PROGRAM} chat ${agentId} ${device.phoneNumber}`);
}
