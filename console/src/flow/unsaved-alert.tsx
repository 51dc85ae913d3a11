/** Shows what is otherwise invisible: since when edits are unsaved, what others changed, that nothing is kept. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import type { StateBody } from '@model/state.ts';
import { Time } from '../pieces/time.tsx';
import { changedMeanwhile, type EditedState } from './edited-state.ts';

const NAMES: Partial<Record<keyof StateBody, string>> = {
  template: 'message',
  flowEntryStateId: 'flow entry',
  messageTrafficType: 'traffic type',
};

export function UnsavedAlert(props: { edited: EditedState; isKept: boolean; onDiscard: () => void }) {
  const { edited, isKept, onDiscard } = props;
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
        {theirs.length > 0 && (
          <Text size="sm">
            Changed elsewhere meanwhile: {theirs.join(', ')}. Saving overwrites that with what is here.
          </Text>
        )}
        {!isKept && <Text size="sm">This browser has no room to keep it: save before you leave.</Text>}
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard my changes
        </Button>
      </Stack>
    </Alert>
  );
}
