/** Headers that authenticate a body: computed where the request is sent, so that a thread can do it. */
import { createHmac, type KeyObject } from 'node:crypto';

/** A header of base64 HMACs, separated by spaces. */
export type BodyMac = { header: string; codes: readonly Code[] };

type Code = {
  algorithm: 'sha256' | 'sha512';
  key: KeyObject;
  /** Prepended to the code. */
  prefix?: string;
  /** Authenticated before the body. */
  before?: string;
};

export function macHeaders(macs: readonly BodyMac[], body: string | Buffer): Record<string, string> {
  return Object.fromEntries(macs.map(({ header, codes }) => [header, codes.map((code) => mac(code, body)).join(' ')]));
}

function mac({ algorithm, key, prefix = '', before = '' }: Code, body: string | Buffer): string {
  return prefix + createHmac(algorithm, key).update(before).update(body).digest('base64');
}
