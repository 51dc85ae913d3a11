/** An agent: its settings, its webhook's test, its test devices, its launch. */

import { Grid, Stack } from '@mantine/core';
import { useAgent } from '../agent.ts';
import { AgentSettings } from '../agents/agent-settings.tsx';
import { Devices } from '../agents/devices.tsx';
import { IdentitySettings } from '../agents/identity-settings.tsx';
import { Launch } from '../agents/launch.tsx';
import { TestWebhook } from '../agents/test-webhook.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Allowed } from '../pieces/allowed.tsx';
import { Copyable } from '../pieces/copyable.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { texts } from '../texts/texts.ts';

export default function AgentOverviewPage() {
  const agent = useAgent();
  return (
    <AgentPage
      title={agent.data?.name ?? texts.shell.agent}
      description={agent.data && <Copyable value={agent.data.agentId} label={texts.pieces.agentId} />}
    >
      <Loaded of={agent}>
        {(found) => (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Stack gap="lg">
                <Allowed to="updateAgent">
                  <Stack gap="lg">
                    <AgentSettings key={found.agentId} agent={found} />
                    <IdentitySettings key={`${found.agentId} identity`} agent={found} />
                  </Stack>
                </Allowed>
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack gap="lg">
                <Allowed to="launchAgent">
                  <Stack gap="lg">
                    <TestWebhook agent={found} />
                    <Devices agentId={found.agentId} />
                    <Launch agent={found} />
                  </Stack>
                </Allowed>
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </Loaded>
    </AgentPage>
  );
}
