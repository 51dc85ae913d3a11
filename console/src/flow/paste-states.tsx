/** Ctrl+C on a state and Ctrl+V in any flow: what is copied is a flow document, so that it can also be mailed or saved. */
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { Flow } from '@model/flow.ts';
import type { StateBody } from '@model/state.ts';
import { useState } from 'react';
import { api, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { ProblemAlert } from '../pieces/problem-alert.tsx';
import { useChange } from '../queries.ts';
import { useMay } from '../session.ts';
import { texts } from '../texts/texts.ts';
import { copiedText, pasted, readCopied } from './copied.ts';
import { bodyOf, type FlowState } from './graph.ts';

type Copied = Record<string, StateBody>;
type Props = { agentId: string; states: readonly FlowState[]; selected: string | null };

export function PasteStates({ agentId, states, selected }: Props) {
  const [copied, setCopied] = useState<Copied | null>(null);
  const mayPaste = useMay('replaceFlow');

  useWindowEvent('copy', (event) => {
    if (isTyping() || getSelection()?.isCollapsed === false) return;
    const { id } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    const state = states.find(({ stateId }) => stateId === (id ?? selected));
    if (!state) return;
    event.clipboardData?.setData('text/plain', copiedText({ [state.stateId]: bodyOf(state) }));
    event.preventDefault();
    notifyDone(texts.editor.copied);
  });
  useWindowEvent('paste', (event) => {
    if (isTyping()) return;
    const found = readCopied(event.clipboardData?.getData('text/plain') ?? '');
    if (found && mayPaste) setCopied(found);
  });

  return (
    <Modal opened={copied !== null} onClose={() => setCopied(null)} title={texts.graph.pasteTitle} centered>
      {copied && <PasteForm agentId={agentId} copied={copied} states={states} onClose={() => setCopied(null)} />}
    </Modal>
  );
}

/** Text belongs where it is typed. */
function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable="true"], [role="dialog"] *') ?? false;
}

/** With more, the rest is counted. */
const MAX_NAMED = 12;

function PasteForm(props: { agentId: string; copied: Copied; states: readonly FlowState[]; onClose: () => void }) {
  const { agentId, copied, states, onClose } = props;
  // As they are now: afterwards their ids are taken.
  const [stateIds] = useState(() => idsOf(pasted(copied, idsIn(states))));
  const paste = useChange(() => addStates(agentId, copied), { refreshes: [pathOf`/agents/${agentId}`], quiet: true });
  return (
    <Stack>
      <Text size="sm">{stateIds.length === 1 ? texts.graph.pasteOne : texts.graph.pasteSome(stateIds.length)}</Text>
      <List size="sm">
        {stateIds.slice(0, MAX_NAMED).map((stateId) => (
          <List.Item key={stateId}>{stateId}</List.Item>
        ))}
        {stateIds.length > MAX_NAMED && <List.Item>{texts.shell.andMore(stateIds.length - MAX_NAMED)}</List.Item>}
      </List>
      <ProblemAlert error={paste.error} />
      <Group justify="flex-end">
        <Button
          data-autofocus
          loading={paste.isPending}
          onClick={() =>
            paste.mutate(undefined, {
              onSuccess: () => {
                notifyDone(
                  stateIds.length === 1 ? texts.graph.pastedOne(stateIds[0]!) : texts.graph.pastedSome(stateIds.length),
                );
                onClose();
              },
            })
          }
        >
          {texts.graph.paste}
        </Button>
      </Group>
    </Stack>
  );
}

/** All of them or none. @throws ApiProblem `changed_since` when somebody saved the flow in this moment */
async function addStates(agentId: string, copied: Copied): Promise<string[]> {
  const params = { path: { agentId } };
  const { document: flow, etag } = await api.tagged<Flow>('/agents/{agentId}/flow', { params });
  const added = pasted(copied, idsOf(flow.states));
  const body = { ...flow, states: { ...flow.states, ...added } };
  await api.PUT('/agents/{agentId}/flow', { params, headers: { 'if-match': etag }, body });
  return idsOf(added);
}

const idsOf = (states: Copied) => Object.keys(states);
const idsIn = (states: readonly FlowState[]) => states.map(({ stateId }) => stateId);
