/** Short messages at the edge of the screen: that something was done, or the text of a problem. */
import { notifications } from '@mantine/notifications';
import { ApiProblem } from '#client';
import { texts } from './texts/texts.ts';

const PROBLEM_SHOWN_MS = 10_000;

export function notifyDone(message: string): void {
  notifications.show({ message, color: 'petrol' });
}

export function notifyProblem(error: unknown): void {
  const { title, detail } = wordsOf(error);
  notifications.show({ title, message: detail, color: 'red', autoClose: PROBLEM_SHOWN_MS });
}

/** The text of an error for people: the problem's own, if it is one. */
export function wordsOf(error: unknown): { title: string; detail: string } {
  if (error instanceof ApiProblem) return error;
  return { title: texts.pieces.consoleFailed, detail: error instanceof Error ? error.message : String(error) };
}
