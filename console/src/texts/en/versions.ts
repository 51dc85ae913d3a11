/** Versions of a flow: what is live, comparing, publishing, and the way back. */
import { number } from './number.ts';

export const versions = {
  title: 'Versions',
  live: (version: number) => `Version ${version} live`,
  liveWithAnother: (version: number) => `Version ${version} and another live`,
  unpublished: (where: string, count: number) =>
    `${where}, ${number(count)} ${count === 1 ? 'change' : 'changes'} unpublished`,

  history: 'History',
  noVersion: 'No version yet: the first change of the flow makes one.',
  isLive: 'live',
  liveShare: (percent: number) => `live · ${percent} %`,
  forced: 'despite errors',
  made: '{author}, {when}',
  pinned: (count: number) => ` · ${number(count)} conversations on it`,
  compare: 'Compare',
  compareWithDraft: (version: number) => `Compare version ${version} with the draft`,
  changeShare: 'Change the share',
  rollBack: 'Roll back',
  makeLive: 'Make live',
  verbFor: (verb: string, version: number) => `${verb}: version ${version}`,

  immediate: 'What is saved is live at once. The history below has every change, and leads back.',
  publishInstead: 'Publish versions instead',
  askDraft: 'Work on a draft from now on?',
  draftConsequence:
    'What is live becomes a version and stays live. What you save then reaches nobody until you publish it. Every author and client of this agent works that way then.',
  workOnDraft: 'Work on a draft',
  isDraft: 'What you save is now a draft.',

  askLive: (version: number) => `Make version ${version} live?`,
  becomes: (version: number) => `The flow becomes what it was in version ${version}, at once and for everybody.`,
  percent: 'Percent of phone numbers',
  sameSide: 'A phone number always gets the same side.',
  percentRange: 'From 1 to 100.',
  shared: (percent: number, version: number, other: number) =>
    `New conversations of ${percent} % of phone numbers get version ${version}, those of the others version ${other}.`,
  forAll: (version: number) => `Every new conversation gets version ${version}.`,
  underWay: 'Conversations that are under way',
  stay: 'stay on the version in which they began',
  move: 'go on on what is live',
  moveMeaning: 'In the state of the same id, or at the default state if there is none.',
  nowLive: (version: number) => `Version ${version} is live.`,
  nowLiveFor: (version: number, percent: number) => `Version ${version} is live for ${percent} % of phone numbers.`,

  comparison: 'Comparison',
  with: 'with',
  same: 'They are the same.',
  settings: 'Keywords and default state',
  change: { added: 'added', changed: 'changed', removed: 'removed' },

  liveNow: 'Live',
  versionShare: (version: number, percent: number) => `version ${version} · ${percent} %`,
  news: 'What is new',
  makeItLive: 'Make it live',
  makeItLiveMeaning: 'Every new conversation gets it; those under way stay on their version. Without it, nobody does.',
  publish: 'Check and publish',
  publishAllTheSame: 'Publish all the same',
  published: (version: number) => `Version ${version} was published.`,
  publishedLive: (version: number) => `Version ${version} was published and is live.`,
  draftSame: (version: number) => `The draft is the same as version ${version}.`,
  draftDiffers: (version: number, how: string) => `The draft differs from version ${version}: ${how}. {show}`,
  showWhat: 'Show what',
  states: {
    added: (count: number) => `${number(count)} ${count === 1 ? 'state' : 'states'} added`,
    changed: (count: number) => `${number(count)} ${count === 1 ? 'state' : 'states'} changed`,
    removed: (count: number) => `${number(count)} ${count === 1 ? 'state' : 'states'} removed`,
  },
  settingsChanged: 'keywords or default state changed',

  flowInvalid: 'The flow has mistakes',
  testsFailed: 'Tests of the flow fail',
  nothingPublished: 'Nothing was published.',
  runTests: 'Run the tests, step by step',

  stateInVersion: (stateId: string) => `${stateId} in a version`,
  inNeither: 'Neither version has this state.',
  readOnly: 'To be read only.',
  readOnlyGone: (version: number) => `To be read only. Version ${version} no longer has it.`,
};
