/** A button for what cannot be undone: it asks first, in words that name what will happen. */
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

type Props = Omit<ButtonProps, 'onClick'> & {
  children: ReactNode;
  /** The question: "Delete the credential backend?" */
  title: string;
  /** What follows from it. */
  consequence: ReactNode;
  /** The label of the button that does it: "Delete". */
  confirm: string;
  /** The dialog closes when it resolves, and stays when it rejects; the problem is shown by who sent the request. */
  onConfirm: () => Promise<unknown>;
};

export function ConfirmButton({ children, title, consequence, confirm, onConfirm, ...button }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [isBusy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    await onConfirm().then(close, () => {});
    setBusy(false);
  }

  return (
    <>
      <Button variant="default" {...button} onClick={open}>
        {children}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} centered>
        <Stack>
          <Text size="sm">{consequence}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Cancel
            </Button>
            <Button color={button.color ?? 'red.8'} onClick={run} loading={isBusy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
