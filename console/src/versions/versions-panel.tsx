/** The versions of a flow: what is live and how far the draft is from it, publishing it, and the way back. */
import { Stack, Text, Title } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { api, pathOf } from '../api.ts';
import type { PanelProps } from '../flow/panel.ts';
import { UnsavedNote } from '../flow/unsaved-note.tsx';
import { notifyDone } from '../notify.ts';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { SidePanel } from '../pieces/side-panel.tsx';
import { useChange } from '../queries.ts';
import { Comparison } from './comparison.tsx';
import { PublishForm } from './publish-form.tsx';
import { isExplicit, useVersions } from './use-versions.ts';
import { VersionRow } from './version-row.tsx';

export function VersionsPanel({ agent, search, onSearch, unsaved }: PanelProps) {
  const { agentId } = agent;
  const versions = useVersions(agentId);
  return (
    <SidePanel title="Versions" onClose={() => onSearch({})}>
      {search.from !== undefined && (
        <Comparison
          agentId={agentId}
          {...{ search, onSearch }}
          from={search.from}
          versions={(versions.data ?? []).map(({ version }) => version)}
        />
      )}
      <UnsavedNote count={unsaved} />
      {isExplicit(agent) ? <PublishForm agent={agent} search={search} /> : <Immediate agent={agent} />}
      <Title order={3}>History</Title>
      <Loaded of={versions}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm">No version yet: the first change of the flow makes one.</Text>
          ) : (
            <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="History">
              {rows.map((version, index) => (
                <VersionRow
                  key={version.version}
                  agent={agent}
                  version={version}
                  isFlow={index === 0 && !isExplicit(agent)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <MoreButton of={versions} />
    </SidePanel>
  );
}

function Immediate({ agent: { agentId } }: { agent: Agent }) {
  const change = useChange(
    () =>
      api.PATCH('/agents/{agentId}', { params: { path: { agentId } }, body: { config: { publishing: 'explicit' } } }),
    { refreshes: [pathOf`/agents/${agentId}`] },
  );
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">What is saved is live at once. The history below has every change, and leads back.</Text>
      <ConfirmButton
        size="xs"
        color="petrol"
        title="Work on a draft from now on?"
        consequence="What is live becomes a version and stays live. What you save then reaches nobody until you publish it. Every author and client of this agent works that way then."
        confirm="Work on a draft"
        onConfirm={() => change.mutateAsync(undefined).then(() => notifyDone('What you save is now a draft.'))}
      >
        Publish versions instead
      </ConfirmButton>
    </Stack>
  );
}
