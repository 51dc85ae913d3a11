/** `parley devices`: the numbers that an agent in test mode may write to. */
import type { Device } from '../model/device.ts';
import { path } from './api.ts';
import type { Cli } from './command.ts';
import { PROGRAM, table, time } from './output.ts';

type Which = { agentId: string; phoneNumber: string };

export async function addDevice({ api, out }: Cli, { agentId, phoneNumber }: Which): Promise<void> {
  const device = await api.call<Device>('POST', path`/agents/${agentId}/devices`, { phoneNumber });
  out.show(device, () => `${device.phoneNumber} is a test device.`);
  out.note(`\nNext: ${PROGRAM} chat ${agentId} ${device.phoneNumber}`);
}

export async function listDevices({ api, out }: Cli, { agentId }: { agentId: string }): Promise<void> {
  const devices = await api.list<Device>(path`/agents/${agentId}/devices`, 'devices');
  out.show({ devices }, () =>
    devices.length === 0
      ? `There are no test devices yet: ${PROGRAM} devices add ${agentId} <phoneNumber>`
      : table(
          ['PHONE NUMBER', 'REGISTERED'],
          devices.map(({ phoneNumber, createdAt }) => [phoneNumber, time(createdAt)]),
        ),
  );
}

export async function removeDevice({ api, out }: Cli, { agentId, phoneNumber }: Which): Promise<void> {
  await api.call('DELETE', path`/agents/${agentId}/devices/${phoneNumber}`);
  out.show({ phoneNumber, removed: true }, () => `${phoneNumber} is no test device any more.`);
}
