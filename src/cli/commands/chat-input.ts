/** What a line typed into `parley chat` means. */
import type { UserAction, UserEventType } from './handset.ts';
import type { Chip } from './handset-view.ts';

export type ChatInput =
  | { kind: 'act'; action: UserAction }
  | { kind: 'tell'; eventType: UserEventType }
  | { kind: 'quit' }
  | { kind: 'wrong'; message: string };

export const CHAT_HELP =
  'some text, the number of a chip, /location lat,long, /file url, /typing, /subscribe, /unsubscribe or /quit';

const EVENTS: Readonly<Record<string, UserEventType>> = {
  '/typing': 'IS_TYPING',
  '/subscribe': 'SUBSCRIBE',
  '/unsubscribe': 'UNSUBSCRIBE',
};

/** By the file's extension; an unknown one is sent as bytes. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
};

/** A number that no chip has is ordinary text. */
export function readChatInput(line: string, chips: readonly Chip[]): ChatInput {
  const chip = /^\d+$/.test(line) ? chips[Number(line) - 1] : undefined;
  if (chip) return { kind: 'act', action: { suggestion: chip } };
  if (!line.startsWith('/')) return { kind: 'act', action: { text: line } };
  const [word = '', ...rest] = line.split(/\s+/);
  const eventType = EVENTS[word];
  if (word === '/quit') return { kind: 'quit' };
  if (eventType) return { kind: 'tell', eventType };
  if (word === '/location') return readLocation(rest.join(''));
  if (word === '/file') return readFile(rest[0]);
  return { kind: 'wrong', message: `There is no ${word}. Type ${CHAT_HELP}.` };
}

function readLocation(text: string): ChatInput {
  const [, latitude, longitude] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (latitude === undefined) return { kind: 'wrong', message: 'For example: /location 52.52,13.405' };
  return { kind: 'act', action: { location: { latitude: Number(latitude), longitude: Number(longitude) } } };
}

/** The file is not read, so its size is unknown here. */
function readFile(text: string | undefined): ChatInput {
  const url = URL.parse(text ?? '');
  if (!url) return { kind: 'wrong', message: 'For example: /file https://example.com/cat.jpg' };
  const fileName = url.pathname.split('/').at(-1) || 'file';
  const mimeType = MIME_TYPES[fileName.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream';
  return { kind: 'act', action: { file: { fileUri: url.href, fileName, mimeType, fileSizeBytes: 0 } } };
}
