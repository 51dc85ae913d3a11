/** What a file is, told by its content: names and `Content-Type` are what somebody says, and may be wrong or a trick. */
import { MEDIA_TYPES, SHOWN_TYPES } from '../model/medium.ts';

/** Names of the library that the RCS platform has others for. */
const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/ogg': 'application/ogg',
  'video/x-m4v': 'video/m4v',
};

/** The type of a file that phones may be sent, or null and what it seems to be. */
export async function typeOfFile(path: string): Promise<{ type: string } | { type: null; seems: string | null }> {
  const { fileTypeFromFile } = await library();
  const seems = plain((await fileTypeFromFile(path).catch(() => undefined))?.mime);
  const type = platformName(seems);
  return Object.hasOwn(MEDIA_TYPES, type) ? { type } : { type: null, seems };
}

/** The type of a picture or a video that a browser may show; null for anything else. */
export async function shownTypeOf(bytes: Uint8Array): Promise<string | null> {
  const { fileTypeFromBuffer } = await library();
  const type = platformName(plain((await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime));
  return SHOWN_TYPES.includes(type) ? type : null;
}

/** Loaded with the first file: some 40 ms that no start needs. */
const library = () => import('file-type');

/** Empty where nobody knows what it is. */
function platformName(seems: string | null): string {
  return seems === null ? '' : (PLATFORM_NAMES[seems] ?? seems);
}

/** Without parameters such as `codecs`. */
function plain(mime: string | undefined): string | null {
  return mime?.split(';')[0] ?? null;
}
