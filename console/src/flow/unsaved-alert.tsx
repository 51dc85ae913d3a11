/** Shows what is otherwise invisible: since when edits are unsaved, what others changed, that nothing is kept. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Time } from '../pieces/time.tsx';
import { parts } from '../texts/parts.tsx';
import { texts } from '../texts/texts.ts';
import { mergedOf } from './compare.ts';
import { Differences } from './differences.tsx';
import { changedMeanwhile, type Edit, type EditedState } from './edited-state.ts';

export function UnsavedAlert(props: { edited: EditedState; isKept: boolean; onEdit: (change: Edit) => void }) {
  const { edited, isKept, onEdit } = props;
  const theirs = changedMeanwhile(edited).map((field) => texts.editor.fields[field]);
  if (edited.typedAt === null && theirs.length === 0 && isKept) return null;
  return (
    <Alert color="yellow" title={texts.editor.notSaved}>
      <Stack gap="xs" align="flex-start">
        {edited.typedAt !== null && (
          <Text size="sm">{parts(texts.editor.restored, { when: <Time at={edited.typedAt} /> })}</Text>
        )}
        {!isKept && <Text size="sm">{texts.editor.noRoom}</Text>}
        {theirs.length > 0 ? (
          <Conflict names={theirs} edited={edited} onEdit={onEdit} />
        ) : (
          <Button size="xs" variant="default" onClick={() => onEdit({ to: 'discard' })}>
            {texts.editor.discardMine}
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
      <Text size="sm">{texts.editor.conflict(names.join(', '))}</Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onEdit({ to: 'discard' })}>
          {texts.editor.takeTheirs}
        </Button>
        <Button size="xs" variant="default" onClick={() => onEdit({ to: 'keep' })}>
          {texts.editor.keepMine}
        </Button>
        {both && (
          <Button size="xs" onClick={() => onEdit({ to: 'merge', body: both })}>
            {texts.editor.keepBoth}
          </Button>
        )}
        <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? texts.editor.hideDifference : texts.editor.showDifference}
        </Button>
      </Group>
      {isOpen && <Differences theirs={stored} mine={content.body} />}
    </>
  );
}
