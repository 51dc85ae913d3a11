/** The versions of a flow: what is live and how far the draft is from it, publishing it, and the way back. */

import { Stack, Text, Title } from '@mantine/core';
import type { Agent } from '@model/agent.ts';
import { api, pathOf } from '../api.ts';
import type { PanelProps } from '../flow/panel.ts';
import { UnsavedNote } from '../flow/unsaved-note.tsx';
import { notifyDone } from '../notify.ts';
import { Allowed, Offered } from '../pieces/allowed.tsx';
import { ConfirmButton } from '../pieces/confirm-button.tsx';
import { Loaded } from '../pieces/loaded.tsx';
import { MoreButton } from '../pieces/more-button.tsx';
import { SidePanel } from '../pieces/side-panel.tsx';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { Comparison } from './comparison.tsx';
import { PublishForm } from './publish-form.tsx';
import { isExplicit, useVersions } from './use-versions.ts';
import { VersionRow } from './version-row.tsx';

export function VersionsPanel({ agent, search, onSearch, unsaved }: PanelProps) {
  const { agentId } = agent;
  const versions = useVersions(agentId);
  return (
    <SidePanel title={texts.versions.title} onClose={() => onSearch({})}>
      {search.from !== undefined && (
        <Comparison
          agentId={agentId}
          {...{ search, onSearch }}
          from={search.from}
          versions={(versions.data ?? []).map(({ version }) => version)}
        />
      )}
      <UnsavedNote count={unsaved} />
      <Allowed to="publishVersion">
        {isExplicit(agent) ? <PublishForm agent={agent} search={search} /> : <Immediate agent={agent} />}
      </Allowed>
      <Title order={3}>{texts.versions.history}</Title>
      <Loaded of={versions}>
        {(rows) =>
          rows.length === 0 ? (
            <Text size="sm">{texts.versions.noVersion}</Text>
          ) : (
            <Stack
              gap="xs"
              component="ul"
              p={0}
              m={0}
              style={{ listStyle: 'none' }}
              aria-label={texts.versions.history}
            >
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
      <Text size="sm">{texts.versions.immediate}</Text>
      <Offered to="updateAgent">
        <ConfirmButton
          size="xs"
          color="petrol"
          title={texts.versions.askDraft}
          consequence={texts.versions.draftConsequence}
          confirm={texts.versions.workOnDraft}
          onConfirm={() => change.mutateAsync(undefined).then(() => notifyDone(texts.versions.isDraft))}
        >
          {texts.versions.publishInstead}
        </ConfirmButton>
      </Offered>
    </Stack>
  );
}
