/** Undo, redo and save of the whole flow: its buttons and its keys. */
import { Button, Group, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';
import { useMay } from '../session.ts';
import { texts } from '../texts/texts.ts';
import { nextIn } from './edited-flow.ts';
import { HistoryButtons } from './history-buttons.tsx';
import type { FlowEditing } from './use-edited-flow.ts';
import type { Saving } from './use-save.ts';

export function FlowBar(props: {
  editing: FlowEditing;
  saving: Saving;
  /** Opens the state in which a step was taken back or made again. */
  onShow: (stateId: string) => void;
  area: RefObject<HTMLElement | null>;
  /** More buttons. */
  children?: ReactNode;
}) {
  const { editing, saving, onShow, area, children } = props;
  const { flow, dispatch, changed } = editing;
  const { savable, isSaving, save } = saving;
  const maySave = useMay('replaceState');

  function travel(direction: 'undo' | 'redo'): void {
    const stateId = nextIn(flow, direction);
    if (stateId === undefined) return;
    dispatch({ to: direction });
    onShow(stateId);
  }

  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (maySave) save();
  });

  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        <HistoryButtons
          canUndo={nextIn(flow, 'undo') !== undefined}
          canRedo={nextIn(flow, 'redo') !== undefined}
          onTravel={travel}
          area={area}
        />
        {changed.length > 1 && (
          <Text size="xs" c="dimmed" title={changed.join(', ')}>
            {texts.editor.someUnsaved(changed.length)}
          </Text>
        )}
      </Group>
      <Group gap="xs">
        {children}
        <Button
          size="xs"
          title={maySave ? texts.editor.saveHint : texts.people.notAllowed}
          disabled={!maySave || savable.length === 0}
          loading={isSaving}
          onClick={save}
        >
          {savable.length > 1 ? texts.editor.saveSome(savable.length) : texts.pieces.save}
        </Button>
      </Group>
    </Group>
  );
}
