/**
 * The places of what operations answered in this tab: offered wherever a text or a condition takes a variable. The
 * answers themselves are not kept: they may be about real people.
 */
import { useSessionStorage } from '@mantine/hooks';
import type { JsonValue } from '@model/json.ts';
import { type Answers, answerOf, pathsIn } from './paths.ts';

const NONE: Answers = {};

export function useAnswers() {
  const [answers, setAnswers] = useSessionStorage<Answers>({
    key: 'parley.answers',
    defaultValue: NONE,
    getInitialValueInEffect: false,
  });
  const keep = (connectorId: string, operation: string, answer: JsonValue) =>
    setAnswers((all) => ({ ...all, [answerOf(connectorId, operation)]: pathsIn(answer) }));
  return { answers, keep };
}
