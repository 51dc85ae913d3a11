/** The phones' final content: every message that the platform accepted is there exactly once for each acceptance. */
import type { Call, Stage } from './stage.ts';

export type Shown = { messageId: string; agentId: string; text: string; n: number | null; state: string };

export type Transcripts = {
  /** The agents' messages by phone number, in the order of acceptance by the platform. */
  byPhone: Map<string, Shown[]>;
  /** Calls with a repeated id, which the platform ignored. */
  repeatedCalls: number;
  /** Phones with more messages than can be read back. */
  cutOff: string[];
};

const LIMIT = 500;

export async function readTranscripts(stage: Pick<Stage, 'phoneNumbers'>, emulator: Call): Promise<Transcripts> {
  const transcripts: Transcripts = { byPhone: new Map(), repeatedCalls: 0, cutOff: [] };
  for (const phoneNumber of stage.phoneNumbers) {
    const handset = (await emulator('GET', `/emulator/handsets/${phoneNumber}?limit=${LIMIT}`)) as {
      total: number;
      transcript: {
        direction: string;
        messageId: string;
        agentId: string;
        state: string;
        duplicates: number;
        contentMessage?: { text: string };
      }[];
    };
    if (handset.total > handset.transcript.length)
      transcripts.cutOff.push(`${phoneNumber} had ${handset.total} messages`);
    const shown = handset.transcript.filter(({ direction }) => direction === 'OUTBOUND');
    transcripts.repeatedCalls += shown.reduce((sum, { duplicates }) => sum + duplicates, 0);
    transcripts.byPhone.set(
      phoneNumber,
      shown.map(({ messageId, agentId, state, contentMessage }) => {
        const text = contentMessage?.text ?? '';
        return { messageId, agentId, text, n: numberIn(text), state };
      }),
    );
  }
  return transcripts;
}

/** Every text ends in the number of the request or user message that led to it. */
export function numberIn(text: string): number | null {
  const digits = /#(\d+)$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
