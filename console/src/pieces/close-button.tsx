/** Closes an editor: a cross, and the escape key, unless something in front of it is open: that closes first. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { texts } from '../texts/texts.ts';

/** Dialogs, and the choices of a field or of the text editor. */
const IN_FRONT = '[role=dialog], [role=listbox]';

/** Whether something was, when the key went down: detected before any handler may close it. */
let wasSomethingInFront = false;
window.addEventListener(
  'keydown',
  ({ key }) => {
    if (key === 'Escape') wasSomethingInFront = isSomethingInFront();
  },
  { capture: true },
);

/** `label`: what it closes; the editor unless told. */
export function CloseButton({ onClose, label = texts.editor.close }: { onClose: () => void; label?: string }) {
  useWindowEvent(
    'keydown',
    ({ key, isComposing }) => {
      if (key === 'Escape' && !isComposing && !wasSomethingInFront) onClose();
    },
    { capture: true },
  );
  return (
    <Tooltip label={texts.editor.closeHint}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClose}>
        <IconX size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

function isSomethingInFront(): boolean {
  return [...document.querySelectorAll(IN_FRONT)].some((element) => element.checkVisibility());
}
