/** Saves what is changed in a flow, state by state, with the answer to each. */
import { useRef, useState } from 'react';
import type { FieldError } from '#client';
import { pathOf } from '../api.ts';
import { notifyDone } from '../notify.ts';
import { useChange } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { savableStates } from './edited-flow.ts';
import { saveState } from './save-state.ts';
import type { FlowEditing } from './use-edited-flow.ts';

/** Of a state, and for what was sent alone. */
type Answer = { body: unknown; error: unknown; warnings: FieldError[] };

export type Saving = ReturnType<typeof useSave>;

export function useSave(agentId: string, editing: FlowEditing) {
  // What is typed while other states are being saved is saved as well.
  const latest = useRef(editing);
  latest.current = editing;
  // Not while the states are read again afterwards: whoever types on may save on.
  const [isSaving, setIsSaving] = useState(false);
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const savable = savableStates(editing.flow);

  async function saveOne(stateId: string): Promise<boolean> {
    const { flow, onEdit } = latest.current;
    const edited = flow.states.get(stateId);
    // Deleted while others were saved.
    if (!edited) return false;
    const { base, content } = edited;
    const { body } = content;
    const answer = (error: unknown, warnings: FieldError[] = []) =>
      setAnswers((before) => new Map([...before, [stateId, { body, error, warnings }]]));
    try {
      const saved = await saveState({ agentId, stateId }, base, body);
      answer(null, 'warnings' in saved ? saved.warnings : []);
      onEdit(stateId, 'theirs' in saved ? { to: 'stored', body: saved.theirs } : { to: 'saved', body });
      return !('theirs' in saved);
    } catch (error) {
      answer(error);
      return false;
    }
  }

  const saving = useChange(
    async (stateIds: string[]) => {
      const saved: string[] = [];
      setIsSaving(true);
      for (const stateId of stateIds) if (await saveOne(stateId)) saved.push(stateId);
      setIsSaving(false);
      if (saved.length > 0)
        notifyDone(saved.length === 1 ? texts.editor.savedOne(saved[0]!) : texts.editor.savedSome(saved.length));
    },
    { refreshes: [pathOf`/agents/${agentId}/states`] },
  );

  return {
    savable,
    isSaving,
    save: () => {
      if (!isSaving && savable.length > 0) saving.mutate(savableStates(latest.current.flow));
    },
    answerOf: (stateId: string) => answers.get(stateId),
  };
}
