/** The phones of an agent: its test devices, and the one in the address as it happens. */

import { List, Stack, Text } from '@mantine/core';
import type { Device } from '@model/device.ts';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { pathOf } from '../api.ts';
import { LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Json } from '../pieces/json.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { useList } from '../queries.ts';
import { useStream } from '../stream.ts';

export default function PhonePage() {
  const { agentId, phoneNumber } = useParams({ from: '/agents/$agentId/phone/{-$phoneNumber}' });
  return (
    <AgentPage title={phoneNumber ?? 'Phone'}>
      {phoneNumber ? <Handset key={phoneNumber} phoneNumber={phoneNumber} /> : <Devices agentId={agentId} />}
    </AgentPage>
  );
}

function Devices({ agentId }: { agentId: string }) {
  const devices = useList<Device>(pathOf`/agents/${agentId}/devices`, 'devices');
  return (
    <Loaded of={devices}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon={<IconDeviceMobile />} title="No test device yet">
            In test mode an agent writes to registered numbers alone. Register one with <code>parley devices add</code>.
          </EmptyState>
        ) : (
          <List>
            {rows.map(({ phoneNumber }) => (
              <List.Item key={phoneNumber}>
                <LinkText to="/agents/$agentId/phone/{-$phoneNumber}" params={{ agentId, phoneNumber }}>
                  {phoneNumber}
                </LinkText>
              </List.Item>
            ))}
          </List>
        )
      }
    </Loaded>
  );
}

type Entry = { sequence: number };

function Handset({ phoneNumber }: { phoneNumber: string }) {
  const [entries, setEntries] = useState<Record<number, Entry>>({});
  const status = useStream(pathOf`/emulator/handsets/${phoneNumber}/stream`, ['entry'], ({ data }) => {
    const entry = data as Entry;
    setEntries((known) => ({ ...known, [entry.sequence]: entry }));
  });
  return (
    <Stack gap="sm">
      <Text c="dimmed" role="status">
        {{ connecting: 'Connecting …', open: 'Live', lost: 'The connection is lost; trying again …' }[status]}
      </Text>
      {Object.values(entries).map((entry) => (
        <Json key={entry.sequence} value={entry} label={`Message ${entry.sequence}`} />
      ))}
    </Stack>
  );
}
