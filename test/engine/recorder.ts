/** Plays the steps of a flow test as the service would, and returns the turns as it would record them. */
import type { EngineNeeds } from '../../src/engine/decision.ts';
import { enter } from '../../src/engine/enter.ts';
import { reply } from '../../src/engine/reply.ts';
import type { Sandbox } from '../../src/engine/sandbox.ts';
import { tapped } from '../../src/engine/scenario/chips.ts';
import { createTestConnectors } from '../../src/engine/scenario/connectors.ts';
import type { RecordedTurn } from '../../src/engine/scenario/recall.ts';
import { freshSession, sessionEnded } from '../../src/engine/session.ts';
import type { Flow } from '../../src/model/flow.ts';
import { type FlowTest, TEST_NOW, type TestStep } from '../../src/model/flow-test.ts';
import type { InboxBody } from '../../src/model/inbox-item.ts';
import { sessionTtlMs } from '../../src/model/session.ts';

export const RECORDED_NUMBER = '+442079460123';

type Sent = Parameters<typeof tapped>[1][number];

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export async function record(sandbox: Sandbox, flow: Flow, test: FlowTest): Promise<RecordedTurn[]> {
  const { states, defaultState, keywords } = flow;
  const config = { ...(defaultState && { defaultState }), ...(keywords && { keywords }), ...test.config };
  const connectors = createTestConnectors(test.connectors ?? []);
  const needs: EngineNeeds = {
    render: sandbox.renderFor('account'),
    findState: async (stateId) => {
      const body = states[stateId];
      return body && { ...body, agentId: 'agent', stateId, createdAt: TEST_NOW, updatedAt: TEST_NOW };
    },
    runOperation: async (operation) => connectors.answer(operation),
  };
  const turns: RecordedTurn[] = [];
  const sent: Sent[] = [];
  let session = freshSession(TEST_NOW);
  let now = Date.parse(TEST_NOW);
  for (const step of test.steps) {
    if (step.waits !== undefined) {
      now += Number.parseInt(step.waits, 10) * UNITS[step.waits.at(-1)!]!;
      continue;
    }
    const receivedAt = new Date(now).toISOString();
    if (sessionEnded(session, sessionTtlMs(config), receivedAt)) session = freshSession(receivedAt);
    const item = itemOf(step, sent);
    const message = item.kind === 'user-message' ? item.content : null;
    const turn = { session, phoneNumber: RECORDED_NUMBER, message, now: receivedAt };
    const decision =
      item.kind === 'send'
        ? await enter(needs, turn, { stateId: item.stateId, params: item.params, because: 'send' })
        : await reply(needs, { config }, turn);
    session = JSON.parse(JSON.stringify(decision.session));
    if (decision.reply) sent.push(decision.reply);
    turns.push({
      number: turns.length + 1,
      item,
      trace: decision.trace,
      ...(decision.stopped && { stopped: decision.stopped.reason }),
      ...(decision.reply && { content: decision.reply.contentMessage }),
      receivedAt,
    });
  }
  return turns;
}

function itemOf({ send, writes, taps, shares, files }: TestStep, sent: Sent[]): InboxBody {
  if (send) return { kind: 'send', messageId: 'm', ttlSeconds: null, stateId: send.stateId, params: send.params ?? {} };
  const content = () => {
    if (taps !== undefined) {
      const tap = tapped(taps, sent);
      if ('message' in tap) throw new Error(tap.message);
      return { suggestionResponse: tap.content };
    }
    if (shares) return { location: shares };
    return files ? { userFile: files } : { text: writes ?? '' };
  };
  return { kind: 'user-message', messageId: 'm', sendTime: null, classification: null, content: content() };
}
