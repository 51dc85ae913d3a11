/** `parley devices`: the numbers that an agent in test mode may write to. */

import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { time, wholeTable } from '../output.ts';

type Which = { agentId: string; phoneNumber: string };

export async function addDevice(
  { api, out }: Cli,
  { agentId, phoneNumber, draft = false }: Which & { draft: boolean | undefined },
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

export async function listDevices({ api, out }: Cli, { agentId }: { agentId: string }): Promise<void> {
  const devices = await api.list('/agents/{agentId}/devices', 'devices', { params: { path: { agentId } } });
  out.show(
    { devices },
    () =>
      devices.length === 0
        ? `There are no test devices yet: ${PROGRAM} devices add ${agentId} <phoneNumber>`
        : wholeTable(
            ['PHONE NUMBER', 'REGISTERED', 'RUNS'],
            devices.map(({ phoneNumber, createdAt, draft }) => [
              phoneNumber,
              time(createdAt),
              draft ? 'draft' : 'live',
            ]),
          ),
    devices.map(({ phoneNumber }) => phoneNumber),
  );
}

export async function removeDevice({ api, out }: Cli, { agentId, phoneNumber }: Which): Promise<void> {
  await api.DELETE('/agents/{agentId}/devices/{phoneNumber}', { params: { path: { agentId, phoneNumber } } });
  out.show({ phoneNumber, removed: true }, () => `${phoneNumber} is no longer a test device.`);
}
