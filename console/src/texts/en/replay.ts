/** Recorded conversations on a changed flow. */
import { number } from './number.ts';

const sessions = (count: number) => `${number(count)} ${count === 1 ? 'session' : 'sessions'}`;

export const replay = {
  whatItShows: 'Recorded conversations run on a flow that you have changed: what would have been different?',

  beginOne: 'Begin a replay',
  nothingIsSent:
    'Nothing is sent and no connector is called. It runs in the background, behind the conversations of users.',
  conversationsOf: 'Conversations of',
  runOn: 'Run them on',
  theDraft: 'the draft',
  version: (id: number | string) => `version ${id}`,
  atMost: 'Sessions at most',
  begin: 'Begin',

  what: { message: 'Another message', waits: 'Another wait', stop: 'Another stop' },
  found: (count: number) => `${sessions(count)}: {same}, {different}, {cannotSay}.`,
  foundSoFar: (count: number) => `So far, ${sessions(count)}: {same}, {different}, {cannotSay}.`,
  same: (count: number) => `${number(count)} the same`,
  different: (count: number) => `${number(count)} different`,
  cannotSay: (count: number) => `${number(count)} of which nobody can say`,
  noneFromStart: 'No session that began in this time is recorded from its start.',
  groupOf: (what: string, count: number) => `${what} in ${sessions(count)}`,
  noState: 'The recorded turn entered no state.',
  atState: 'At the state {state}.',

  runOfDraft: 'Conversations since {since} on the draft, begun {begun}',
  runOfVersion: (id: number | string) => `Conversations since {since} on version ${id}, begun {begun}`,
  another: 'Another replay',
  askDelete: 'Delete this report?',
  askCancel: 'Cancel this replay?',
  effect: 'What it has found is deleted; conversations and the flow stay as they are.',
  cancel: 'Cancel the replay',
  deleted: 'The report was deleted.',
  cancelled: 'The replay was cancelled.',
  progress: 'Sessions replayed',
  queued: 'It waits for its turn.',
  done: (count: number, limit: number) => `${number(count)} of at most ${number(limit)} sessions.`,
  failed: 'The replay failed',
  nobodyCanSay: 'Nobody can say',
  reason: (count: number) => `${sessions(count)}: {reason}; for example {turn}`,

  turn: (phoneNumber: string, turn: number) => `${phoneNumber}, turn ${turn}`,
  recorded: 'Recorded',
  replayed: 'Replayed',
  noMessage: 'No message',
  enteredNone: 'entered no state',
  at: (state: string) => `at ${state}`,
  waits: (state: string) => `${state} waits`,
  stopped: (reason: string) => `stopped: ${reason}`,
};
