/** The operation of a call, run now: what it answers is offered as variables from then on. */
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { RunOperation } from '../connectors/run-operation.tsx';
import { texts } from '../texts/texts.ts';

export function TryCall(props: ComponentProps<typeof RunOperation>) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        size="compact-xs"
        variant="light"
        leftSection={<IconPlayerPlay size={14} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={open}
      >
        {texts.state.tryCall}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.state.tryCallTitle} size="lg">
        <RunOperation {...props} />
      </Modal>
    </>
  );
}
