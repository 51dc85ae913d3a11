/** The log-in over the current page, when its session has ended: nothing on the page is lost. */
import { getDefaultZIndex, Modal, Text } from '@mantine/core';
import { useIdle } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useIsLogInNeeded } from '../log-in-gate.ts';
import { texts } from '../texts/texts.ts';
import { LogInForm } from './log-in-form.tsx';

/** Longer than a pause between two words: a typing user keeps the focus. */
const PAUSE_MS = 1000;

export function LogInDialog() {
  const isNeeded = useIsLogInNeeded();
  const isIdle = useIdle(PAUSE_MS, { events: ['keydown'], initialState: true });
  const from = useLocation({ select: ({ href }) => href });
  const [isOpen, setOpen] = useState(false);
  if (isNeeded ? isIdle && !isOpen : isOpen) setOpen(isNeeded);
  return (
    <Modal
      opened={isOpen}
      onClose={() => {}}
      title={texts.shell.logInAgain}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      // Above the dialog that may have sent the request.
      zIndex={getDefaultZIndex('overlay')}
    >
      <LogInForm from={from}>
        <Text size="sm">{texts.shell.sessionEnded}</Text>
      </LogInForm>
    </Modal>
  );
}
