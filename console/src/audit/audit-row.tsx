/** One change: what was changed and by whom; opened, before and after, and where the request came from. */
import { Group, Paper, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AuditEntry } from '@model/audit.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Copyable } from '../pieces/copyable.tsx';
import { Json } from '../pieces/json.tsx';
import { Time } from '../pieces/time.tsx';
import { texts } from '../texts/texts.ts';
import { RESOURCE_WORDS } from './resource-words.ts';

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const [isOpen, { toggle }] = useDisclosure();
  const { actor, operation, resource, at } = entry;
  return (
    <Paper withBorder bg="var(--console-surface)">
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} w="100%" p="sm">
        <Group gap="sm" wrap="nowrap">
          {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
          <Text size="sm" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            <b>{RESOURCE_WORDS[resource.kind]}</b> {resource.id}{' '}
            <Text span size="sm" c="dimmed">
              {texts.audit.howBy(operation, actor.id)}
            </Text>
          </Text>
          <Text size="sm" c="dimmed">
            <Time at={at} />
          </Text>
        </Group>
      </UnstyledButton>
      {isOpen && <Detail entry={entry} />}
    </Paper>
  );
}

function Detail({ entry }: { entry: AuditEntry }) {
  const { before, after, resource, accountId, address, requestId } = entry;
  const facts = [
    [texts.audit.fact.agent, resource.agentId],
    [texts.audit.fact.account, accountId],
    [texts.audit.fact.address, address],
    [texts.audit.fact.request, requestId],
  ] as const;
  return (
    <Stack gap="sm" p="sm" pt={0}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Side title={texts.audit.before} value={before} />
        <Side title={texts.audit.after} value={after} />
      </SimpleGrid>
      <Group gap="md">
        {facts.map(([label, value]) =>
          value ? (
            <Group key={label} gap={6}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <Copyable value={value} label={label} />
            </Group>
          ) : null,
        )}
      </Group>
    </Stack>
  );
}

function Side({ title, value }: { title: string; value: object | null }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {value === null ? <Text size="sm">{texts.audit.nothing}</Text> : <Json value={value} label={title} />}
    </div>
  );
}
