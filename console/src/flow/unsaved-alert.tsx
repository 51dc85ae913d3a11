/** Shows what is otherwise invisible: since when edits are unsaved, what others changed, that nothing is kept. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { StateBody } from '@model/state.ts';
import { Time } from '../pieces/time.tsx';
import { mergedOf } from './compare.ts';
import { Differences } from './differences.tsx';
import { changedMeanwhile, type Edit, type EditedState } from './edited-state.ts';

const NAMES: Partial<Record<keyof StateBody, string>> = {
  template: 'message',
  displayName: 'display name',
  flowEntryStateId: 'flow entry',
  messageTrafficType: 'traffic type',
  modelText: 'model text',
};

export function UnsavedAlert(props: { edited: EditedState; isKept: boolean; onEdit: (change: Edit) => void }) {
  const { edited, isKept, onEdit } = props;
  const theirs = changedMeanwhile(edited).map((field) => NAMES[field] ?? field);
  if (edited.typedAt === null && theirs.length === 0 && isKept) return null;
  return (
    <Alert color="yellow" title="Not saved yet">
      <Stack gap="xs" align="flex-start">
        {edited.typedAt !== null && (
          <Text size="sm">
            Your changes from <Time at={edited.typedAt} /> were restored.
          </Text>
        )}
        {!isKept && <Text size="sm">This browser has no room to keep it: save before you leave.</Text>}
        {theirs.length > 0 ? (
          <Conflict names={theirs} edited={edited} onEdit={onEdit} />
        ) : (
          <Button size="xs" variant="default" onClick={() => onEdit({ to: 'discard' })}>
            Discard my changes
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Nothing is saved over what others have saved until somebody has said which of the two it shall be. */
function Conflict(props: { names: string[]; edited: EditedState; onEdit: (change: Edit) => void }) {
  const { names, edited, onEdit } = props;
  const { base, stored, content } = edited;
  const [isOpen, { toggle }] = useDisclosure();
  const both = mergedOf(base, stored, content.body);
  return (
    <>
      <Text size="sm">Changed elsewhere meanwhile: {names.join(', ')}. Which shall it be?</Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onEdit({ to: 'discard' })}>
          Discard mine, take theirs
        </Button>
        <Button size="xs" variant="default" onClick={() => onEdit({ to: 'keep' })}>
          Keep mine
        </Button>
        {both && (
          <Button size="xs" onClick={() => onEdit({ to: 'merge', body: both })}>
            Keep both
          </Button>
        )}
        <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Hide the difference' : 'Show the difference'}
        </Button>
      </Group>
      {isOpen && <Differences theirs={stored} mine={content.body} />}
    </>
  );
}
