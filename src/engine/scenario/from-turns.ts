/** Writes a flow test from the recorded turns of a conversation, and says what it could not keep. Runs nothing. */
import type { ConnectorLine, Expect, FlowTest, TestStep } from '../../model/flow-test.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { OptOut } from '../../model/opt-out.ts';
import type { TraceStep } from '../../model/trace.ts';
import { HIDDEN } from '../trace.ts';
import { createReplacer, type Replacer } from './anonymous.ts';
import { tapped } from './chips.ts';
import { isCut, isOutsideFlow, NOTHING, type Recalled, type RecordedTurn, recall, replyOf } from './recall.ts';

export type Recording = {
  phoneNumber: string;
  /** Milliseconds. */
  sessionTtlMs: number;
  /** Of the agent's config, as `optOut` is. */
  sessionTtl: string | undefined;
  optOut: OptOut | undefined;
  /** Oldest first, from the beginning of a session if that is kept. */
  turns: RecordedTurn[];
  /** The first turn that the test has, the first of the last session if null. Those before it only tell how it began. */
  from: number | null;
  keepPersonalData: boolean;
};

/** `notes`: sentences, for whoever reads the test before it is used. */
export type WrittenTest = { test: FlowTest; notes: string[] };
export type TestWriter = (recording: Recording) => WrittenTest | null;

/** Milliseconds between two turns that are not worth a step. */
const MIN_PAUSE_MS = 60_000;

/** Null when no turn is left to write about. */
export function writeTest(recording: Recording): WrittenTest | null {
  const { turns, sessionTtlMs, sessionTtl, phoneNumber } = recording;
  const from = recording.from ?? lastSession(turns, sessionTtlMs);
  const notes: string[] = [];
  const steps: TestStep[] = [];
  const lines: ConnectorLine[] = [];
  const replacer = createReplacer(phoneNumber);
  let session = NOTHING;
  let begin: Recalled = NOTHING;
  let at = 0;
  let first: RecordedTurn | undefined;
  let last = 0;
  for (const turn of turns) {
    const receivedAt = Date.parse(turn.receivedAt);
    if (last > 0 && receivedAt - last >= sessionTtlMs) session = { ...NOTHING, sent: session.sent };
    last = receivedAt;
    if (turn.number >= from && !first) [first, begin, at] = [turn, session, receivedAt];
    if (first && isOutsideFlow(turn, recording.optOut)) {
      notes.push(`It ends before turn ${turn.number}, which an opt-out or the test mode decided, not the flow.`);
      break;
    }
    const before = session;
    session = recall(session, turn);
    if (!first) continue;
    if (receivedAt - at >= Math.min(MIN_PAUSE_MS, sessionTtlMs)) {
      const seconds = Math.floor((receivedAt - at) / 1000);
      steps.push({ waits: lengthOf(seconds) });
      at += seconds * 1000;
    }
    lines.push(...linesOf(turn, replacer, notes));
    steps.push({ ...actionOf(turn, before, replacer), expect: expected(turn, session) });
  }
  if (!first || steps.length === 0) return null;
  const test: FlowTest = {
    format: 1,
    title: `conversation of ${first.receivedAt.slice(0, 10)}, from turn ${first.number}`,
    now: first.receivedAt,
    ...(sessionTtl !== undefined && { config: { sessionTtl } }),
    ...beginning(begin, replacer),
    ...(lines.length > 0 && { connectors: merged(lines) }),
    steps,
  };
  if (first.number > 1 && turns[0]?.number === first.number && first.item.kind !== 'send') {
    notes.push('The session before the first step is not known: earlier turns are no longer kept, or were not read.');
  }
  if (recording.keepPersonalData) return { test: { ...test, phoneNumber }, notes };
  return { test: withoutPersonalData(test, replacer), notes: [...notes, ...freeText(steps)] };
}

/** The number of its first turn. */
function lastSession(turns: RecordedTurn[], sessionTtlMs: number): number {
  const begins = turns.findLast(({ receivedAt }, index) => {
    const before = turns[index - 1];
    return !before || Date.parse(receivedAt) - Date.parse(before.receivedAt) >= sessionTtlMs;
  });
  return begins?.number ?? 0;
}

function actionOf({ item }: RecordedTurn, { sent }: Recalled, replacer: Replacer): TestStep {
  if (item.kind === 'send') {
    replacer.learn(item.params);
    const hasParams = Object.keys(item.params).length > 0;
    return { send: { stateId: item.stateId, ...(hasParams && { params: item.params }) } };
  }
  if (item.kind !== 'user-message') return { writes: '' };
  const { text, suggestionResponse: tap, location, userFile } = item.content;
  if (tap) {
    const byLabel = tapped(tap.text, sent);
    const isOffered = 'content' in byLabel && byLabel.content.postbackData === tap.postbackData;
    return { taps: isOffered ? tap.text : tap };
  }
  if (location) {
    replacer.replace(location.latitude, '52.520008');
    replacer.replace(location.longitude, '13.404954');
    return { shares: location };
  }
  if (userFile) {
    replacer.replace(userFile.payload.fileUri, 'https://example.com/file');
    if (userFile.thumbnail) replacer.replace(userFile.thumbnail.fileUri, 'https://example.com/thumbnail');
    return { files: userFile };
  }
  replacer.learn(text ?? '');
  return { writes: text ?? '' };
}

function expected(turn: RecordedTurn, { waits }: Recalled): Expect {
  const reply = turn.stopped === undefined ? replyOf(turn) : null;
  if (turn.stopped !== undefined) return { reply: null, waits, stopped: { reason: turn.stopped } };
  if (!reply) return { reply: null, waits };
  const isWhole = !isCut(reply.contentMessage as unknown as JsonValue);
  return { ...(isWhole && { reply: reply.contentMessage }), state: reply.stateId, waits };
}

function linesOf({ number, trace }: RecordedTurn, replacer: Replacer, notes: string[]): ConnectorLine[] {
  if (trace.some(({ step }) => step === 'cut')) {
    notes.push(`Turn ${number} was too long to be kept whole: operations may be missing.`);
  }
  return trace.flatMap((step) => {
    if (step.step !== 'operation') return [];
    const { connectorId, operation, contextKey, data, result = null, incomplete, error } = step;
    replacer.learn(result);
    if (incomplete) notes.push(`Turn ${number}: the result in data.${contextKey} is not kept whole (${incomplete}).`);
    const when = isCut(data) || data === null ? null : withoutHidden(data);
    const answer = error ? { fails: failureOf(error) } : { returns: incomplete === 'cut' ? null : result };
    return [{ connectorId, operation, ...(when !== null && { when: when as JsonObject }), ...answer, times: 1 }];
  });
}

function failureOf({ code, message }: NonNullable<Extract<TraceStep, { step: 'operation' }>['error']>) {
  return { code, message };
}

/** Hidden values were others when the operation was called. */
function withoutHidden(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const shown = Object.entries(value).filter(([, item]) => item !== HIDDEN);
  return Object.fromEntries(shown.map(([key, item]) => [key, withoutHidden(item)]));
}

/** Lines for the same operation with the same answer, and no other, are one line that always answers. */
function merged(lines: ConnectorLine[]): ConnectorLine[] {
  const groups = Map.groupBy(lines, ({ connectorId, operation, when }) =>
    JSON.stringify({ connectorId, operation, when }),
  );
  // The longest first: what a shorter one names may be part of it.
  const ordered = [...groups].sort(([a], [b]) => b.length - a.length);
  return ordered.flatMap(([, group]) => {
    const answers = new Set(group.map((line) => JSON.stringify(line)));
    if (answers.size > 1) return group;
    const { times: _, ...line } = group[0]!;
    return [line];
  });
}

function beginning({ waits, params, data, input, sent }: Recalled, replacer: Replacer): Pick<FlowTest, 'begin'> {
  for (const values of [params, data, input]) replacer.learn(values);
  const last = sent.at(-1);
  const values = Object.entries({ params, data, input }).filter(([, value]) => Object.keys(value).length > 0);
  const begin = {
    ...(last && last.stateId !== null && { state: last.stateId, reply: last.contentMessage as JsonObject }),
    ...(waits !== null && { waits }),
    ...Object.fromEntries(values),
  };
  return Object.keys(begin).length > 0 ? { begin } : {};
}

/** Ids of the flow stay as they are. */
function withoutPersonalData(test: FlowTest, { apply }: Replacer): FlowTest {
  const { begin, connectors, steps, ...rest } = test;
  return {
    ...rest,
    ...(begin && { begin: { ...apply(begin), ...ids(begin) } }),
    ...(connectors && { connectors: connectors.map((line) => ({ ...apply(line), ...ids(line) })) }),
    steps: steps.map((step) => {
      const { expect } = step;
      const replaced = apply(step);
      return {
        ...replaced,
        ...(step.send && { send: { ...replaced.send, stateId: step.send.stateId } }),
        ...(expect && { expect: { ...replaced.expect, ...ids(expect) } }),
      };
    }),
  };
}

function ids<Part extends object>(part: Part): Partial<Part> {
  const named = Object.entries(part).filter(([key]) => ['state', 'waits', 'connectorId', 'operation'].includes(key));
  return Object.fromEntries(named) as Partial<Part>;
}

function freeText(steps: TestStep[]): string[] {
  const written = steps.flatMap(({ writes }, index) =>
    writes !== undefined && /\p{L}/u.test(writes) ? [index + 1] : [],
  );
  if (written.length === 0) return [];
  return [`Names in free text are not recognised: read what the user wrote in step ${written.join(', ')}.`];
}

function lengthOf(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400}d`;
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}
