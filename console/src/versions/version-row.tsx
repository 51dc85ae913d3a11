/** One version in the history: its share, who made it and why; comparing it, and making it live. */

import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Agent } from '@model/agent.ts';
import { LinkButton } from '../links.tsx';
import { Offered } from '../pieces/allowed.tsx';
import { Time } from '../pieces/time.tsx';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { ActivateDialog } from './activate-dialog.tsx';
import { isExplicit, mainVersion, type Version } from './use-versions.ts';

/** `isFlow`: it is the flow as it is now, where what is saved is live at once. */
export function VersionRow(props: { agent: Agent; version: Version; isFlow: boolean }) {
  const { agent, version: row, isFlow } = props;
  const { agentId } = agent;
  const { version, message, author, createdAt, forced, percent, pinnedSessions } = row;
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Paper withBorder p="sm" component="li" bg="var(--console-surface)" aria-label={texts.pieces.version(version)}>
      <Stack gap={6}>
        <Group gap="xs">
          <Text fw={600}>{texts.pieces.version(version)}</Text>
          {(percent > 0 || isFlow) && (
            <Badge variant="light" size="sm">
              {isFlow ? texts.versions.isLive : texts.versions.liveShare(percent)}
            </Badge>
          )}
          {forced && (
            <Badge variant="light" color="red" size="sm">
              {texts.versions.forced}
            </Badge>
          )}
        </Group>
        {message !== undefined && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {message}
          </Text>
        )}
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {parts(texts.versions.made, { author, when: <Time at={createdAt} /> })}
          {pinnedSessions > 0 && texts.versions.pinned(pinnedSessions)}
        </Text>
        <Group gap="xs">
          <LinkButton
            size="compact-sm"
            variant="default"
            to="/agents/$agentId/flow/{-$stateId}"
            params={{ agentId, stateId: undefined }}
            search={{ panel: 'versions', from: version }}
            resetScroll={false}
            aria-label={texts.versions.compareWithDraft(version)}
          >
            {texts.versions.compare}
          </LinkButton>
          {percent < 100 && !isFlow && (
            <Offered to="activateVersion">
              <Button
                size="compact-sm"
                variant="default"
                onClick={open}
                aria-label={texts.versions.verbFor(verbFor(agent, row), version)}
              >
                {verbFor(agent, row)}
              </Button>
            </Offered>
          )}
        </Group>
      </Stack>
      <ActivateDialog agent={agent} version={version} isOpen={isOpen} onClose={close} />
    </Paper>
  );
}

function verbFor(agent: Agent, { version, percent }: Version): string {
  if (percent > 0) return texts.versions.changeShare;
  const main = mainVersion(agent);
  return !isExplicit(agent) || (main !== undefined && version < main)
    ? texts.versions.rollBack
    : texts.versions.makeLive;
}
