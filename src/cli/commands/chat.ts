/**
 * `parley chat`: a phone in the terminal. Typed lines are the user's actions; the agent's messages appear when they are
 * delivered, and are then read. Lines of a pipe wait for the agent's answer, as a person would.
 */
import { createInterface } from 'node:readline';
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { bold, dim, plain } from '../output.ts';
import { CHAT_HELP, readChatInput } from './chat-input.ts';
import { createScreen, type Screen } from './chat-screen.ts';
import { type Handset, openHandset } from './handset.ts';

/** How long a line of a pipe waits for an answer; an agent need not send one. */
const ANSWER_PATIENCE_MS = 5_000;
/** Earlier messages shown at the start. */
const HISTORY_SHOWN = 10;

type Given = { agentId: string; phoneNumber: string; emulator: string | undefined };

export async function chat(cli: Cli, { agentId, phoneNumber, emulator }: Given): Promise<void> {
  const { api, config, out } = cli;
  const agent = await api.GET('/agents/{agentId}', { params: { path: { agentId } } });
  const phone = openHandset(
    api.at(emulator ?? config.emulatorUrl ?? api.url),
    agent.config.platformAgentId ?? agentId,
    phoneNumber,
  );
  const history = await phone.history();
  out.note(`${bold(plain(agent.name))} on ${phoneNumber}. ${dim(`Type ${CHAT_HELP}.`)}`);
  await noteTestMode(cli, agent, phoneNumber);

  const isPipe = !process.stdin.isTTY;
  const terminal = createInterface({ input: process.stdin, ...(!isPipe && { output: process.stdout, prompt: '> ' }) });
  // Created at once: an earlier line would be lost.
  const lines = terminal[Symbol.asyncIterator]();
  const screen = createScreen((entry, text) => {
    if (!isPipe) process.stdout.write('\r\u001b[K');
    out.line(entry, () => text);
    if (!isPipe) terminal.prompt(true);
  });
  for (const entry of history.slice(-HISTORY_SHOWN)) screen.show(entry);

  const hangUp = new AbortController();
  const watching = watch(phone, screen, { echo: isPipe, signal: hangUp.signal }).finally(() => terminal.close());
  watching.catch(() => {});
  terminal.on('SIGINT', () => terminal.close());
  try {
    if (!isPipe) terminal.prompt();
    for await (const line of lines) {
      if (!(await userDoes(line.trim(), cli, phone, screen))) break;
      if (!isPipe) terminal.prompt();
      else if (!(await screen.answered(ANSWER_PATIENCE_MS))) {
        out.note(dim(`       (no answer within ${ANSWER_PATIENCE_MS / 1000} s)`));
      }
    }
  } finally {
    hangUp.abort();
    terminal.close();
  }
  await watching;
}

/** `echo`: also shows the user's actions, for those who do not see themselves type. */
async function watch(phone: Handset, screen: Screen, { echo, signal }: { echo: boolean; signal: AbortSignal }) {
  for await (const entry of phone.entries(signal)) {
    if (entry.direction === 'INBOUND' && !echo) continue;
    const isNew = screen.show(entry);
    if (isNew && entry.state === 'DELIVERED') await markRead(phone, entry.messageId);
  }
}

/** Best effort: a phone that is now offline does not report it, and a removed one ends the stream of entries. */
async function markRead(phone: Handset, messageId: string): Promise<void> {
  try {
    await phone.tell('READ', messageId);
  } catch (failure) {
    if (!(failure instanceof CommandFailure)) throw failure;
  }
}

/** False to end the conversation. */
async function userDoes(line: string, { out }: Cli, phone: Handset, screen: Screen): Promise<boolean> {
  if (line === '') return true;
  const input = readChatInput(line, screen.chips());
  if (input.kind === 'quit') return false;
  if (input.kind === 'wrong') out.note(dim(input.message));
  try {
    if (input.kind === 'tell') await phone.tell(input.eventType);
    if (input.kind === 'act') {
      screen.expectAnswer();
      await phone.act(input.action);
    }
  } catch (failure) {
    // A phone that is offline or has no RCS refuses; that may change by the next line.
    if (!(failure instanceof CommandFailure) || failure.code === null) throw failure;
    screen.expectNothing();
    out.note(dim(failure.message));
  }
  return true;
}

async function noteTestMode(
  { api, out }: Cli,
  { agentId, mode }: Schemas['Agent'],
  phoneNumber: string,
): Promise<void> {
  if (mode !== 'TEST') return;
  const devices = await api.list('/agents/{agentId}/devices', 'devices', { params: { path: { agentId } } });
  if (devices.some((device) => device.phoneNumber === phoneNumber)) return;
  out.note(
    dim(`The agent is in test mode and will not answer this number: ${PROGRAM} devices add ${agentId} ${phoneNumber}`),
  );
}
