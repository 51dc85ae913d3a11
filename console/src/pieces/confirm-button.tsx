/** A button for an irreversible action: it asks first. */
import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';

type Props = Omit<ButtonProps, 'onClick'> & Question & { children: ReactNode };

export function ConfirmButton({ children, title, consequence, confirm, onConfirm, ...button }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" {...button} onClick={open}>
        {children}
      </Button>
      <ConfirmDialog {...{ title, consequence, confirm, onConfirm, isOpen }} onClose={close} color={button.color} />
    </>
  );
}
