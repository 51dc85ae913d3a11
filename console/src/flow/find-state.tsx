/** Finds a state by its id or its words: Ctrl+K, type, Enter. Without words it is the list of all states. */
import { Button, Modal, NavLink, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { texts } from '../texts/texts.ts';
import type { FlowState } from './graph.ts';
import { calledOf, summaryOf } from './summary.ts';

/** More are no help to somebody who reads; another letter is. */
const MAX_SHOWN = 50;

export function FindState({ states, onShow }: { states: FlowState[]; onShow: (stateId: string) => void }) {
  const [isOpen, { open, close }] = useDisclosure();
  const [words, setWords] = useState('');
  const found = isOpen ? matching(states, words) : [];

  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    setWords('');
    open();
  });

  function show(stateId: string | undefined): void {
    if (stateId === undefined) return;
    close();
    onShow(stateId);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    show(found[0]?.stateId);
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSearch size={16} />}
        title={texts.graph.findHint}
        onClick={() => {
          setWords('');
          open();
        }}
      >
        {texts.graph.find}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.graph.findState} scrollAreaComponent={ScrollArea.Autosize}>
        <Stack gap="xs">
          <form onSubmit={submit}>
            <TextInput
              label={texts.graph.findBy}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              data-autofocus
            />
          </form>
          <Text size="xs" c="dimmed" role="status">
            {found.length > MAX_SHOWN
              ? texts.graph.foundFirst(found.length, states.length, MAX_SHOWN)
              : texts.graph.found(found.length, states.length)}
          </Text>
          <nav aria-label={texts.graph.allStates}>
            {found.slice(0, MAX_SHOWN).map((state) => (
              <NavLink
                key={state.stateId}
                component="button"
                label={calledOf(state)}
                description={summaryOf(state)}
                onClick={() => show(state.stateId)}
              />
            ))}
          </nav>
        </Stack>
      </Modal>
    </>
  );
}

/** Those whose id or name begins so first, then those whose id or name has it, then those whose words do. */
function matching(states: FlowState[], words: string): FlowState[] {
  const sought = words.trim().toLowerCase();
  const rank = ({ stateId, displayName = '', template }: FlowState) => {
    const at = [stateId, displayName].map((name) => name.toLowerCase().indexOf(sought));
    if (at.includes(0)) return 0;
    if (Math.max(...at) > 0) return 1;
    return JSON.stringify(template ?? {})
      .toLowerCase()
      .includes(sought)
      ? 2
      : null;
  };
  const ranked = states.map((state) => ({ state, at: rank(state) })).filter(({ at }) => at !== null);
  return ranked.sort((a, b) => a.at! - b.at! || (a.state.stateId < b.state.stateId ? -1 : 1)).map(({ state }) => state);
}
