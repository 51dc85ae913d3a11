/** Shared by the tests of consent: a user who leaves and returns, an agent that writes, and the outcomes. */
import { type Answer, createAgent, createStates, expectStatus, type Service } from '../harness.ts';
import { until } from '../until.ts';

export const BYE = 'You will hear no more from us.';

/** Longer than a killed service needs to restart. */
const PATIENCE_MS = 60_000;

type SubscriptionEvent = 'SUBSCRIBE' | 'UNSUBSCRIBE';
export type Happening = { text: string } | { eventType: SubscriptionEvent };

export type ConsentStage = ReturnType<typeof consentStage>;

/** `platform` is where the phones are: the service itself, or an emulator that survives it. */
export function consentStage(service: Pick<Service, 'call'>, platform: Pick<Service, 'call'> = service) {
  const conversationOf = (agentId: string, phoneNumber: string) => `/agents/${agentId}/conversations/${phoneNumber}`;

  /** An agent that answers every message with "Hello", and an opt-out with `BYE`. */
  async function agentFor(useCase: string, config: object = { optOut: { acknowledgement: BYE } }): Promise<string> {
    const agentId = await createAgent(service, { useCase, config: { defaultState: 'hello', ...config } });
    await createStates(service, agentId, { hello: { template: { contentMessage: { text: 'Hello' } } } });
    return agentId;
  }

  async function recorded(agentId: string, phoneNumber: string, what: (payload: Answer['body']) => boolean) {
    const path = `/agents/${agentId}/events?phoneNumber=${encodeURIComponent(phoneNumber)}`;
    const isIt = ({ payload }: Answer['body']) => what(payload);
    const look = async () => (await service.call('GET', path).catch(() => null))?.body.events?.find(isIt);
    return until(look, `an event of ${phoneNumber}`, PATIENCE_MS);
  }

  /** The user writes a text, or the platform reports a subscription without the word that belongs to it. */
  async function happens(agentId: string, phoneNumber: string, what: Happening): Promise<string> {
    const phone = `/emulator/handsets/${phoneNumber}`;
    if ('text' in what) {
      return expectStatus(await platform.call('POST', `${phone}/messages`, { agentId, ...what }), 200).messageId;
    }
    return expectStatus(await platform.call('POST', `${phone}/events`, { agentId, ...what, word: false }), 200).eventId;
  }

  /** Resolves with the resulting event, when its turn is over and its reply dispatched. */
  const over = (agentId: string, phoneNumber: string, id: string) =>
    recorded(agentId, phoneNumber, ({ messageId, eventId }) => messageId === id || eventId === id);

  return {
    agentFor,
    happens,
    over,

    async writes(agentId: string, phoneNumber: string, text: string) {
      return over(agentId, phoneNumber, await happens(agentId, phoneNumber, { text }));
    },

    async tells(agentId: string, phoneNumber: string, eventType: SubscriptionEvent) {
      const eventId = await happens(agentId, phoneNumber, { eventType });
      await over(agentId, phoneNumber, eventId);
      return eventId;
    },

    /** The outcome of a client's message: `SENT` or `FAILED`, and the event. */
    async sends(agentId: string, phoneNumber: string, body: object = {}, stateId = 'hello') {
      const path = `/agents/${agentId}/states/${stateId}/send/${phoneNumber}`;
      const { messageId } = expectStatus(await service.call('POST', path, body), 200);
      const isOutcome = (type: string) => type === 'SENT' || type === 'FAILED';
      const { payload } = await recorded(
        agentId,
        phoneNumber,
        (event) => event.messageId === messageId && isOutcome(event.eventType),
      );
      return payload as { eventType: string; errorCode?: string };
    },

    /** The agent's messages on the phone, oldest first. */
    async shown(phoneNumber: string): Promise<{ text: string; messageTrafficType: string; duplicates: number }[]> {
      const { transcript } = expectStatus(await platform.call('GET', `/emulator/handsets/${phoneNumber}`), 200);
      return transcript
        .filter(({ direction }: { direction: string }) => direction === 'OUTBOUND')
        .map(({ contentMessage, messageTrafficType, duplicates }: Answer['body']) => ({
          text: contentMessage.text,
          messageTrafficType,
          duplicates,
        }));
    },

    /** The log, newest first. */
    async changes(agentId: string, phoneNumber: string): Promise<Answer['body'][]> {
      const path = `${conversationOf(agentId, phoneNumber)}/consent`;
      return expectStatus(await service.call('GET', path), 200).changes;
    },

    async conversation(agentId: string, phoneNumber: string): Promise<Answer['body']> {
      return expectStatus(await service.call('GET', conversationOf(agentId, phoneNumber)), 200);
    },

    /** A client records consent. */
    async records(agentId: string, phoneNumber: string, action: string, evidence = 'By phone, 3 May') {
      const path = `${conversationOf(agentId, phoneNumber)}/consent`;
      return expectStatus(await service.call('POST', path, { action, evidence }), 202);
    },
  };
}
