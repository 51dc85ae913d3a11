/** An agent at a glance: how it is, its webhook's test, its test devices. */
import { Grid, Stack } from '@mantine/core';
import { useAgent } from '../agent.ts';
import { AgentNow } from '../agents/agent-now.tsx';
import { Devices } from '../agents/devices.tsx';
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
              <AgentNow agentId={found.agentId} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Stack gap="lg">
                <Allowed to="testWebhook">
                  <TestWebhook agent={found} />
                </Allowed>
                <Allowed to="registerDevice">
                  <Devices agentId={found.agentId} />
                </Allowed>
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </Loaded>
    </AgentPage>
  );
}
