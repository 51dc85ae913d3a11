/** The screen of `parley chat`: what it shows of a phone, the chips to tap, and whether the agent has answered. */

import { accent, dim, good, plain } from '../output.ts';
import type { Entry } from './handset.ts';
import { type Chip, showMessage } from './handset-view.ts';

export type Screen = {
  /** Shows a message if the phone has it and the screen does not; true if it did. */
  show(entry: Entry): boolean;
  /** Chips of the agent's last message. */
  chips(): readonly Chip[];
  /** From now on the next message of the agent is an answer. */
  expectAnswer(): void;
  /** The user's message did not arrive: there will be no answer. */
  expectNothing(): void;
  /** True when the expected answer came, or none is expected; false after this many milliseconds. */
  answered(patienceMs: number): Promise<boolean>;
};

export function createScreen(write: (entry: Entry, text: string) => void): Screen {
  const shown = new Set<number>();
  let chips: readonly Chip[] = [];
  const nothingExpected = { promise: Promise.resolve(), resolve: () => {} };
  let answer = nothingExpected;

  return {
    show(entry) {
      const { sequence, direction, contentMessage, state } = entry;
      if (shown.has(sequence)) return false;
      if (direction === 'INBOUND') {
        write(entry, labelled(good('you  '), [userText(entry)]));
      } else {
        // A phone shows only delivered messages.
        if (!contentMessage || (state !== 'DELIVERED' && state !== 'READ')) return false;
        const message = showMessage(contentMessage);
        chips = message.chips;
        write(entry, labelled(accent('agent'), message.lines));
        answer.resolve();
      }
      shown.add(sequence);
      return true;
    },
    chips: () => chips,
    expectAnswer() {
      answer = Promise.withResolvers<void>();
    },
    expectNothing() {
      answer = nothingExpected;
    },
    async answered(patienceMs) {
      const patience = Promise.withResolvers<false>();
      const timer = setTimeout(() => patience.resolve(false), patienceMs);
      try {
        return await Promise.race([answer.promise.then(() => true), patience.promise]);
      } finally {
        clearTimeout(timer);
        answer = nothingExpected;
      }
    },
  };
}

function labelled(label: string, lines: string[]): string {
  return lines.map((line, index) => `${index === 0 ? label : '     '}  ${line}`).join('\n');
}

function userText({ text, suggestionResponse, location, userFile }: Entry): string {
  if (suggestionResponse) return `${plain(suggestionResponse.text)} ${dim('(tapped)')}`;
  if (location) return `[location] ${location.latitude}, ${location.longitude}`;
  if (userFile) return `[file] ${plain(userFile.payload.fileUri)}`;
  return plain(text ?? '');
}
