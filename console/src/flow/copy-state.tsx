/** A second state like this one: in this flow, or on the clipboard for another. */
import { Button, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { StateBody } from '@model/state.ts';
import { api, pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { copiedText, freeId } from './copied.ts';

export function CopyState(props: {
  agentId: string;
  stateId: string;
  /** As it is edited. */
  body: StateBody;
  stateIds: readonly string[];
  onCopied: (stateId: string) => void;
}) {
  const { agentId, stateId, body, stateIds, onCopied } = props;
  const clipboard = useClipboard();
  const id = freeId(stateId, (other) => stateIds.includes(other));
  const duplicate = useChange(
    () => api.POST('/agents/{agentId}/states/{stateId}', { params: { path: { agentId, stateId: id } }, body }),
    { refreshes: [pathOf`/agents/${agentId}/states`] },
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" loading={duplicate.isPending}>
          {texts.pieces.copy}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => duplicate.mutate(undefined, { onSuccess: () => onCopied(id) })}>
          {texts.editor.duplicate(id)}
        </Menu.Item>
        <Menu.Item
          onClick={() => {
            clipboard.copy(copiedText({ [stateId]: body }));
            notifyDone(texts.editor.copied);
          }}
        >
          {texts.editor.copyForPaste}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
