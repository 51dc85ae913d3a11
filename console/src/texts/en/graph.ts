/** A flow, drawn and listed: its states, the ways between them, and what is wrong with it. */
import { number } from './number.ts';

export const graph = {
  layingOut: (count: number) => `Laying out ${number(count)} states…`,
  pressEnter: 'Press enter to open the state.',
  legend: 'Kinds of connections',
  kinds: { chip: 'chip', input: 'input', transition: 'transition', keyword: 'keyword', default: 'default' },
  edge: (way: string, source: string, target: string) => `${way} from ${source} to ${target}`,
  theAgent: 'the agent',
  agentCard: 'The agent',
  stateCard: (stateId: string) => `State ${stateId}`,

  entry: 'entry',
  notSaved: 'not saved yet',
  agentSummary: 'keywords and default state',
  doesNotExist: 'does not exist',
  decides: 'decides where to go',
  sendsNothing: 'sends no message',
  withoutText: 'a message without text',
  operations: (count: number) => `${number(count)} ${count === 1 ? 'operation' : 'operations'}`,
  transitions: (count: number) => `${number(count)} ${count === 1 ? 'transition' : 'transitions'}`,
  contentKinds: { text: 'text', card: 'card', file: 'file', other: 'message' },
  waits: 'waits',
  backTo: (stateId: string) => `back to ${stateId}`,
  draw: 'Draw a line to another state, or to nothing for a new one',
  drawFrom: (label: string) => `Draw a line from “${label}” to a state, or to nothing for a new one`,

  /** Labels of ways. */
  else: 'else',
  answer: 'answer',
  anythingElse: 'anything else',

  missing: 'There is no state with this id.',
  leadsNowhere: (way: string, target: string) => `${way} leads to “${target}”, which does not exist.`,
  noEntry: (stateId: string) => `Its flow entry “${stateId}” does not exist.`,
  unreached: 'Nothing leads here: only a send request can enter it.',
  loops: (path: string) => `It can loop without a message or an input: ${path}.`,
  way: {
    chip: (label: string) => `The chip “${label}”`,
    input: 'The input',
    transition: (label: string) => `The transition “${label}”`,
    keyword: (label: string) => `The keyword “${label}”`,
    default: 'The default state',
  },
  usedBy: {
    chip: (state: string, label: string) => `${state}, by the chip “${label}”`,
    input: (state: string) => `${state}, by its input`,
    transition: (state: string, label: string) => `${state}, by the transition “${label}”`,
    keyword: (state: string, label: string) => `${state}, by the keyword “${label}”`,
    default: (state: string) => `${state}, by its default state`,
    entry: (state: string) => `${state}, as its flow entry`,
  },

  list: 'List',
  asGraph: 'Graph',
  states: (count: number) => `${number(count)} states`,
  says: 'Says',
  leadsTo: 'Leads to',
  notes: 'Notes',

  find: 'Find',
  findState: 'Find a state',
  findHint: 'Find a state (Ctrl+K)',
  findBy: 'A part of its id or of its words',
  found: (count: number, all: number) => `${number(count)} of ${number(all)} states`,
  foundFirst: (count: number, all: number, first: number) =>
    `${number(count)} of ${number(all)} states, the first ${number(first)} of them`,
  allStates: 'States',

  noStates: 'No states yet',
  noStatesReason:
    'A state is one message of a flow, with what comes before it and the answer that it waits for. The sample begins with the state “{entry}”. A folder of states comes in with {command}, and states that were copied in another flow with Ctrl+V.',
  startWithSample: 'Start with a sample flow',

  newAfterWay: (label: string) => `A new state after “${label}”`,
  newAfter: (stateId: string) => `A new state after ${stateId}`,
  connect: (source: string, target: string) => `From ${source} to ${target}`,
  leadThere: 'Lead there',
  howThere: 'How does a conversation get there?',
  connectBy: {
    chip: 'by a new chip',
    answer: 'by whatever the user answers',
    otherwise: 'silently, when no transition before it is true',
  },

  paste: 'Paste',
  pasteTitle: 'Paste into this flow',
  pasteOne: 'A state is added. What is there stays as it is: an id that is taken gets a number.',
  pasteSome: (count: number) =>
    `${number(count)} states are added. What is there stays as it is: an id that is taken gets a number.`,
  pastedOne: (stateId: string) => `${stateId} was added.`,
  pastedSome: (count: number) => `${number(count)} states were added.`,
};
