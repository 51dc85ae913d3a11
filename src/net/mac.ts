/** Headers that authenticate a body: they are computed where the request is sent, so that a thread can do it. */
import { createHmac, type KeyObject } from 'node:crypto';

/** A header of base64 HMACs; several are joined by a space. */
export type BodyMac = { header: string; codes: readonly Code[] };

type Code = {
  algorithm: 'sha256' | 'sha512';
  key: KeyObject;
  /** Written in front of the code. */
  prefix?: string;
  /** Authenticated in front of the body. */
  before?: string;
};

export function macHeaders(macs: readonly BodyMac[], body: string | Buffer): Record<string, string> {
  return Object.fromEntries(macs.map(({ header, codes }) => [header, codes.map((code) => mac(code, body)).join(' ')]));
}

function mac({ algorithm, key, prefix = '', before = '' }: Code, body: string | Buffer): string {
  return prefix + createHmac(algorithm, key).update(before).update(body).digest('base64');
}
