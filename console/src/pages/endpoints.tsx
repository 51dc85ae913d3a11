/** Where an agent's events go: its own webhook, and further endpoints with their filters, each with how it is. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAgent } from '../agent.ts';
import { api } from '../api.ts';
import { EndpointCard, endpointsOf } from '../endpoints/endpoint-card.tsx';
import { EndpointForm } from '../endpoints/endpoint-form.tsx';
import { HowItIs } from '../endpoints/how-it-is.tsx';
import { LinkText } from '../links.tsx';
import { AgentPage } from '../pieces/agent-page.tsx';
import { Offered } from '../pieces/allowed.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { useChange, useGet } from '../queries.ts';
import { texts } from '../texts/texts.ts';

const from = '/agents/$agentId/endpoints';
const LOOK_EVERY_MS = 5_000;
const MAX_ENDPOINTS = 10;

export default function EndpointsPage() {
  const { agentId } = useParams({ from });
  const params = { path: { agentId } };
  const agent = useAgent();
  const endpoints = useGet('/agents/{agentId}/endpoints', { params });
  const statistics = useGet('/agents/{agentId}/endpoint-statistics', { params, everyMs: LOOK_EVERY_MS });
  const statisticsOf = (endpointId: string | null) =>
    statistics.data?.endpoints.find((one) => one.endpointId === endpointId);
  const url = agent.data?.config.eventForwardUrl;
  return (
    <AgentPage title={texts.endpoints.title} guide="webhooks" description={texts.endpoints.what}>
      <Loaded of={endpoints}>
        {({ endpoints: rows }) => (
          <Stack gap="md">
            {url === undefined ? (
              <Text size="sm">
                {texts.endpoints.noOwn} <Settings agentId={agentId}>{texts.endpoints.setOwn}</Settings>
              </Text>
            ) : (
              <HowItIs title={texts.endpoints.own} endpoint={{ agentId, url }} statistics={statisticsOf(null)}>
                <Settings agentId={agentId}>{texts.endpoints.changeOwn}</Settings>
              </HowItIs>
            )}
            {rows.map((endpoint) => (
              <EndpointCard
                key={endpoint.endpointId}
                endpoint={endpoint}
                statistics={statisticsOf(endpoint.endpointId)}
              />
            ))}
            {rows.length < MAX_ENDPOINTS && (
              <Offered to="createEndpoint">
                <Add agentId={agentId} />
              </Offered>
            )}
          </Stack>
        )}
      </Loaded>
    </AgentPage>
  );
}

function Settings({ agentId, children }: { agentId: string; children: string }) {
  return (
    <LinkText to="/agents/$agentId/settings" params={{ agentId }} size="sm" underline="always">
      {children}
    </LinkText>
  );
}

function Add({ agentId }: { agentId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const add = useChange(
    ({ url, ...rest }: { url: string } & Record<string, unknown>) => {
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
      return api.POST('/agents/{agentId}/endpoints', { params: { path: { agentId } }, body: { url, ...given } });
    },
    { refreshes: endpointsOf(agentId), quiet: true },
  );
  if (!isOpen) {
    return (
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setIsOpen(true)}>
          {texts.endpoints.add}
        </Button>
      </Group>
    );
  }
  return (
    <Paper withBorder p="md" bg="var(--console-surface)" component="section" aria-labelledby="add-endpoint">
      <Stack gap="sm">
        <Title order={2} id="add-endpoint">
          {texts.endpoints.add}
        </Title>
        <EndpointForm
          action={texts.pieces.add}
          isBusy={add.isPending}
          error={add.error}
          onSubmit={(sent) => add.mutate(sent, { onSuccess: () => setIsOpen(false) })}
          onCancel={() => setIsOpen(false)}
        />
      </Stack>
    </Paper>
  );
}
