/** Brands, and the agents that speak for them. */

import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import type { Brand } from '@model/brand.ts';
import { IconBuildingStore } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { NewAgent } from '../agents/new-agent.tsx';
import { api, fieldError } from '../api.ts';
import { LinkText } from '../links.tsx';
import { AccountField, DEFAULT_ACCOUNT } from '../pieces/account-field.tsx';
import { Allowed, Offered } from '../pieces/allowed.tsx';
import { EmptyState } from '../pieces/empty-state.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { ModeBadge } from '../pieces/mode-badge.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { Page } from '../pieces/page.tsx';
import { Time } from '../pieces/time.tsx';
import { useChange, useList } from '../queries.ts';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';

export default function BrandsPage() {
  const brands = useList('/brands', 'brands');
  const agents = useList('/agents', 'agents');
  return (
    <Page title={texts.shell.brands} description={texts.agents.whatAgentsDo}>
      <Allowed to="createBrand">
        <NewBrand />
      </Allowed>
      <Loaded of={brands}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconBuildingStore />} title={texts.agents.noBrand}>
              {texts.agents.nameFirst}
            </EmptyState>
          ) : (
            rows.map((brand) => (
              <BrandCard
                key={brand.brandId}
                brand={brand}
                agents={(agents.data ?? []).filter((agent) => agent.brandId === brand.brandId)}
              />
            ))
          )
        }
      </Loaded>
      <MoreButton of={brands} />
    </Page>
  );
}

function NewBrand() {
  const [name, setName] = useState('');
  const [accountId, setAccountId] = useState(DEFAULT_ACCOUNT);
  const creating = useChange(() => api.POST('/brands', { body: { name, accountId } }), { refreshes: ['/brands'] });

  function submit(event: FormEvent) {
    event.preventDefault();
    creating.mutate(undefined, { onSuccess: () => setName('') });
  }

  return (
    <Group component="form" align="flex-end" onSubmit={submit}>
      <AccountField value={accountId} onChange={setAccountId} />
      <TextInput
        label={texts.agents.newBrand}
        placeholder={texts.agents.brandExample}
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fieldError(creating.error, '/name')}
      />
      <Button type="submit" loading={creating.isPending}>
        {texts.agents.createBrand}
      </Button>
    </Group>
  );
}

function BrandCard({ brand, agents }: { brand: Brand; agents: Agent[] }) {
  return (
    <Paper withBorder p="md" bg="var(--console-surface)">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2}>{brand.name}</Title>
          <Group gap="sm">
            <Text size="sm" c="dimmed">
              {parts(texts.agents.created, { when: <Time at={brand.createdAt} /> })}
            </Text>
            <Offered to="createAgent">
              <NewAgent brand={brand} />
            </Offered>
          </Group>
        </Group>
        {agents.length === 0 && <Text c="dimmed">{texts.agents.noAgents}</Text>}
        {agents.map(({ agentId, name, mode }) => (
          <Group key={agentId} gap="sm">
            <LinkText to="/agents/$agentId" params={{ agentId }}>
              {name}
            </LinkText>
            <ModeBadge mode={mode} />
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}
