/** Whether an agent may write to anyone yet. */

import { Badge, Tooltip } from '@mantine/core';
import type { AgentMode } from '@model/agent.ts';

const MODES = {
  TEST: { label: 'Test', color: 'yellow', meaning: 'Messages only registered test devices' },
  LAUNCHED: { label: 'Launched', color: 'petrol', meaning: 'Messages any number' },
} as const;

export function ModeBadge({ mode }: { mode: AgentMode }) {
  const { label, color, meaning } = MODES[mode];
  return (
    <Tooltip label={meaning}>
      <Badge color={color} variant="light" size="sm" style={{ flexShrink: 0 }}>
        {label}
      </Badge>
    </Tooltip>
  );
}
