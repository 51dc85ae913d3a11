/** Undo and redo of a flow: two buttons, the usual keys, and the menus of a browser or a phone. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { texts } from '../texts/texts.ts';

type Direction = 'undo' | 'redo';

export function HistoryButtons(props: {
  canUndo: boolean;
  canRedo: boolean;
  onTravel: (direction: Direction) => void;
  /** Typing in here belongs to this history; inputs elsewhere have their own. */
  area: RefObject<HTMLElement | null>;
}) {
  const { canUndo, canRedo, onTravel, area } = props;

  function answer(event: Event, direction: Direction | undefined): void {
    if (!direction || isElsewhere(event.target, area.current)) return;
    event.preventDefault();
    event.stopPropagation();
    onTravel(direction);
  }

  // In the capture phase: before an editor or an input undoes something itself.
  useWindowEvent('keydown', (event) => answer(event, byKey(event)), { capture: true });
  useWindowEvent('beforeinput', (event) => answer(event, BY_MENU[event.inputType]), { capture: true });

  return (
    <>
      <Tooltip label={texts.editor.undoHint}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={texts.editor.undo}
          disabled={!canUndo}
          onClick={() => onTravel('undo')}
        >
          <IconArrowBackUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={texts.editor.redoHint}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={texts.editor.redo}
          disabled={!canRedo}
          onClick={() => onTravel('redo')}
        >
          <IconArrowForwardUp size={16} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

const BY_MENU: Record<string, Direction> = { historyUndo: 'undo', historyRedo: 'redo' };

function byKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Direction | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' ? 'redo' : undefined;
}

function isElsewhere(target: EventTarget | null, area: HTMLElement | null): boolean {
  if (!(target instanceof Element) || area?.contains(target)) return false;
  return target.closest('input, textarea, [contenteditable], [role=dialog]') !== null;
}
