/** A confirmation of an irreversible action, in words that name its effect. */
import { Button, Group, type MantineColor, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts/texts.ts';

export type Question = {
  /** The question: "Delete the credential backend?" */
  title: string;
  /** The consequence. */
  consequence: ReactNode;
  /** The label of the button that does it: "Delete". */
  confirm: string;
  /** The dialog closes when it resolves, and stays open when it rejects; the sender reports the problem. */
  onConfirm: () => Promise<unknown>;
};

type Props = Question & { isOpen: boolean; onClose: () => void; color?: MantineColor | undefined };

export function ConfirmDialog({ title, consequence, confirm, onConfirm, isOpen, onClose, color = 'red.8' }: Props) {
  const [isBusy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    await onConfirm().then(onClose, () => {});
    setBusy(false);
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={title} centered>
      <Stack>
        <Text size="sm" component="div">
          {consequence}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.pieces.cancel}
          </Button>
          <Button color={color} onClick={run} loading={isBusy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
