/** Whether an agent may write to anyone yet. */
import { Badge, Tooltip } from '@mantine/core';
import type { AgentMode } from '@model/agent.ts';
import { texts } from '../texts/texts.ts';

const COLORS = { TEST: 'yellow', LAUNCHED: 'petrol' } as const;

export function ModeBadge({ mode }: { mode: AgentMode }) {
  return (
    <Tooltip label={texts.pieces.modeMeaning[mode]}>
      <Badge color={COLORS[mode]} variant="light" size="sm" style={{ flexShrink: 0 }}>
        {texts.pieces.mode[mode]}
      </Badge>
    </Tooltip>
  );
}
