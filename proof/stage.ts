/** The setting for the load: agents with flows and webhooks of every behaviour, phones with and without RCS. */
import { setTimeout as delay } from 'node:timers/promises';
import { BEHAVIOURS } from './endpoint.ts';
import type { Options } from './options.ts';
import type { Random } from './random.ts';

export type Conversation = {
  readonly agentId: string;
  readonly phoneNumber: string;
  /** A phone without RCS gets no message, and its user writes none. */
  readonly reachable: boolean;
  /** One request at a time: the next begins when the last was answered, which orders them. */
  busy: boolean;
};

export type Stage = { conversations: Conversation[]; phoneNumbers: string[] };

export type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** More of `ok` than of the others, so that most of the load is ordinary. */
const AGENTS = [...BEHAVIOURS, 'ok', 'ok', 'ok'] as const;
/** The emulator keeps 500 messages for each phone, and the proof must see all of them. */
const MESSAGES_A_PHONE = 150;
const MIN_PHONES = 150;
/** One phone in this many has no RCS. */
const WITHOUT_RCS_EVERY = 40;
const ATTEMPTS = 20;
const ATTEMPT_PAUSE_MS = 250;

export async function setStage(
  options: Options,
  random: Random,
  parts: { service: string; emulator: string; sink: string; lookUp: string; operatorKey: string },
): Promise<Stage> {
  const service = caller(parts.service, parts.operatorKey);
  const emulator = caller(parts.emulator, parts.operatorKey);
  // `seen`: every delivery of the platform comes twice. Otherwise one in twenty does.
  const duplicatePercent = options.without === 'seen' ? 100 : 5;
  await emulator('PUT', '/emulator/settings', { webhook: { duplicatePercent, timeoutMs: 5_000, maxDelayMs: 2_000 } });
  const agentIds: string[] = [];
  const { brandId } = await service('POST', '/brands', { name: 'Proof' });
  for (const [index, behaviour] of AGENTS.entries()) {
    const { agentId } = await service('POST', '/agents', {
      name: `${behaviour} ${index}`,
      brandId,
      useCase: 'TRANSACTIONAL',
      config: {
        eventForwardUrl: `${parts.sink}/${behaviour}`,
        defaultState: 'heard',
        capabilityCheck: index % 2 === 0,
      },
    });
    for (const [stateId, state] of Object.entries(states(parts.lookUp))) {
      await service('POST', `/agents/${agentId}/states/${stateId}`, state);
    }
    await service('POST', `/agents/${agentId}/launch`, {});
    agentIds.push(agentId as string);
  }
  const phones = Math.max(MIN_PHONES, Math.ceil((options.minutes * 60 * options.rate) / MESSAGES_A_PHONE));
  const phoneNumbers = Array.from({ length: phones }, (_, index) => `+1555${String(index).padStart(7, '0')}`);
  const withoutRcs = new Set(phoneNumbers.filter((_, index) => index % WITHOUT_RCS_EVERY === WITHOUT_RCS_EVERY - 1));
  for (const phoneNumber of withoutRcs) await emulator('PUT', `/emulator/handsets/${phoneNumber}`, { rcs: false });
  // Each phone talks to two agents.
  const conversations = phoneNumbers.flatMap((phoneNumber) =>
    random
      .shuffled(agentIds)
      .slice(0, 2)
      .map((agentId) => ({ agentId, phoneNumber, reachable: !withoutRcs.has(phoneNumber), busy: false })),
  );
  return { conversations, phoneNumbers };
}

/** A launched agent with one state, `note`, for a separate stage alongside the load. */
export async function createNoteAgent(call: Call, name: string, config: object): Promise<string> {
  const { brandId } = await call('POST', '/brands', { name });
  const { agentId } = await call('POST', '/agents', { name, brandId, useCase: 'TRANSACTIONAL', config });
  await call('POST', `/agents/${agentId}/states/note`, { template: { contentMessage: { text: 'note' } } });
  await call('POST', `/agents/${agentId}/launch`, {});
  return agentId as string;
}

/** Every text ends in the number of the request or user message that led to it. */
function states(lookUpUrl: string): Record<string, object> {
  const text = (words: string) => ({ template: { contentMessage: { text: words } } });
  return {
    note: text('note #{{ params.n }}'),
    ask: {
      ...text('ask #{{ params.n }}'),
      input: { nextState: 'captured', assignments: [{ from: 'message.text', to: 'said' }] },
    },
    captured: text('captured {{ input.said }}'),
    tapped: text('tapped #{{ params.tap }}'),
    heard: text('heard {{ message.text }}'),
    look: {
      ...text('odd #{{ params.n }}'),
      operations: [
        {
          connectorId: 'http',
          authenticationId: 'none',
          operation: 'request',
          contextKey: 'found',
          data: {
            method: 'GET',
            url: `${lookUpUrl}/`,
            query: { n: '{{ params.n }}', delayMs: '{{ params.delayMs }}' },
          },
        },
      ],
      transitions: [{ condition: '{% if data.found.body.isEven %}true{% endif %}', nextState: 'even' }],
    },
    even: text('even #{{ params.n }}'),
  };
}

/**
 * Calls with the operator key; anything but a 2xx is retried for a while, then thrown. Plain requests, not the client:
 * the service is being killed, and no other code of ours may stand between it and its witness.
 */
export function caller(url: string, operatorKey: string): Call {
  return async (method, path, body) => {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${operatorKey}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch((cause: Error) => cause);
      if (!(response instanceof Error) && response.ok) return (await response.json()) as Record<string, unknown>;
      if (attempt === ATTEMPTS) {
        const why = response instanceof Error ? response.message : `${response.status} ${await response.text()}`;
        throw new Error(`${method} ${path}: ${why}`);
      }
      await delay(ATTEMPT_PAUSE_MS);
    }
  };
}
