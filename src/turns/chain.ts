/** The hash chain through a conversation's turns: a lost, doubled or reordered turn breaks it. See proof/README.md. */
import { hash } from 'node:crypto';

export function nextLink(chainBefore: string, turn: { seq: number; number: number }): string {
  return hash('sha256', `${chainBefore}|${turn.number}|${turn.seq}`, 'base64url').slice(0, 22);
}
