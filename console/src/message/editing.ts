/** What the fields of a message's form share: the message, how to change a place of it, its faults, and the flow's names. */
import { createContext, useContext } from 'react';
import { type Fault, wordsAt } from '../flow/faults.ts';
import type { Vocabulary } from '../flow/liquid-completion.ts';
import { type Keys, pointerTo, valueAt, withValueAt } from '../flow/pointer.ts';
import type { Loose } from './loose.ts';

export type Editing = {
  content: Loose;
  /** A JSON pointer, from the state. */
  path: string;
  faults: readonly Fault[];
  vocabulary: Vocabulary;
  onChange: (content: Loose, at: string) => void;
  onCreateState: (stateId: string) => void;
};

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('A field of a message stands outside its form.');
  return editing;
}

/** The value at a place of the message, and what its field needs. */
export function useField(at: Keys) {
  const { content, path, faults, onChange } = useEditing();
  const pointer = path + pointerTo(at);
  return {
    value: valueAt(content, at),
    /** Undefined removes it. */
    set: (value: unknown) => onChange(withValueAt(content, at, value), pointer),
    words: wordsAt(faults, pointer),
    pointer,
  };
}
