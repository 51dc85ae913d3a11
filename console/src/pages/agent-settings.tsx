/** An agent's settings and identity, its launch and its end. */
import { Grid, Stack } from '@mantine/core';
import { useAgent } from '../agent.ts';
import { AgentSettings } from '../agents/agent-settings.tsx';
import { IdentitySettings } from '../agents/identity-settings.tsx';
import { Launch } from '../agents/launch.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Allowed } from '../pieces/allowed.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { texts } from '../texts/texts.ts';

export default function AgentSettingsPage() {
  const agent = useAgent();
  return (
    <AgentPage title={texts.agents.settings}>
      <Loaded of={agent}>
        {(found) => (
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <Allowed to="updateAgent">
                <Stack gap="lg">
                  <AgentSettings key={found.agentId} agent={found} />
                  <IdentitySettings key={`${found.agentId} identity`} agent={found} />
                </Stack>
              </Allowed>
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Allowed to="launchAgent">
                <Launch agent={found} />
              </Allowed>
            </Grid.Col>
          </Grid>
        )}
      </Loaded>
    </AgentPage>
  );
}
