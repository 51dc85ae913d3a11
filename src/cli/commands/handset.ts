/** A phone of the emulator, through its driver API: its screen, and its user's actions. Source: docs/emulator.md. */
import type { ContentMessage } from '../../model/content-message.ts';
import type { UserContent } from '../../model/notice.ts';
import type { Api } from '../api.ts';
import { CommandFailure } from '../failure.ts';
import { readEvents } from '../sse.ts';
import type { Chip } from './handset-view.ts';

/** One message in the phone's transcript. */
export type Entry = UserContent & {
  sequence: number;
  direction: 'OUTBOUND' | 'INBOUND';
  messageId: string;
  agentId: string;
  state: string;
  contentMessage?: ContentMessage;
};

export type UserAction =
  | { text: string }
  | { suggestion: Chip }
  | { location: { latitude: number; longitude: number } }
  | { file: { fileUri: string; mimeType: string; fileSizeBytes: number; fileName: string } };

export type UserEventType = 'READ' | 'IS_TYPING' | 'SUBSCRIBE' | 'UNSUBSCRIBE';

export type Handset = {
  /** Earlier messages, oldest first. */
  history(): Promise<Entry[]>;
  /** New messages, and any message again when its state changes. @throws CommandFailure when the emulator goes away */
  entries(signal: AbortSignal): AsyncGenerator<Entry>;
  act(action: UserAction): Promise<void>;
  tell(eventType: UserEventType, messageId?: string): Promise<void>;
  /** Resolves when it shows the message; false when it does not within a while. */
  shows(messageId: string): Promise<boolean>;
  /** The platform refuses the next message to it with this HTTP status. */
  refuseNext(status: number): Promise<void>;
};

/** From sending to the display: milliseconds, but the first turn of a busy machine takes longer. */
const DELIVERY_MS = 20_000;

/** `agentId` is the agent's id at the platform. */
export function openHandset(api: Api, agentId: string, phoneNumber: string): Handset {
  const at = `/emulator/handsets/${encodeURIComponent(phoneNumber)}`;
  const phone: Handset = {
    async history() {
      const { transcript } = await api.call<{ transcript: Entry[] }>('get', at);
      return transcript.filter((entry) => entry.agentId === agentId);
    },
    async *entries(signal) {
      try {
        const stream = await api.call<AsyncIterable<Uint8Array>>('get', `${at}/stream`, { parseAs: 'stream', signal });
        for await (const { event, data } of readEvents(stream)) {
          if (event !== 'entry') continue;
          const entry = JSON.parse(data) as Entry;
          if (entry.agentId === agentId) yield entry;
        }
      } catch (cause) {
        if (signal.aborted) return;
        if (cause instanceof CommandFailure) throw cause;
        throw new CommandFailure('Disconnected', `The emulator at ${api.url} is gone.`, { cause });
      }
      if (!signal.aborted)
        throw new CommandFailure('Disconnected', `The emulator at ${api.url} closed the connection.`);
    },
    async act(action) {
      await api.call('post', `${at}/messages`, { body: { agentId, ...action } });
    },
    async tell(eventType, messageId) {
      const body = { agentId, eventType, ...(messageId !== undefined && { messageId }) };
      await api.call('post', `${at}/events`, { body });
    },
    async shows(messageId) {
      // The stream opens with what is there already.
      for await (const entry of phone.entries(AbortSignal.timeout(DELIVERY_MS))) {
        if (entry.messageId === messageId && (entry.state === 'DELIVERED' || entry.state === 'READ')) return true;
      }
      return false;
    },
    async refuseNext(status) {
      const { faults } = await api.call<{ faults: object[] }>('get', at);
      await api.call('put', at, { body: { faults: [{ status }, ...faults] } });
    },
  };
  return phone;
}
