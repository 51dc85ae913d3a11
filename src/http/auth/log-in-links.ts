/**
 * Links that log a browser in to the console once, within ten minutes, for operators who have the key at hand in a
 * terminal. The token is in the link's fragment, which a browser sends to nobody: not in a request, not as a referrer.
 */
import { createHmac } from 'node:crypto';
import type { Context } from '../../context.ts';
import { newSecret } from '../../ids.ts';
import { insertLogInLink, removeLogInLink } from '../../store/log-in-links.ts';
import type { Sql } from '../../store/sql.ts';

const LIFETIME_MS = 10 * 60_000;

export type LogInLinks = {
  make: (transaction: Sql) => Promise<{ url: string; expiresAt: Date }>;
  /** Uses it up, in whichever process: false when it was used before, has expired or never existed. */
  use: (token: string) => Promise<boolean>;
};

export function createLogInLinks({ sql, now, operatorKey, publicUrl }: Context): LogInLinks {
  // Keyed, so that a new operator key ends the links made with the old one.
  const digestOf = (token: string) => createHmac('sha256', operatorKey).update(token).digest();
  return {
    async make(transaction) {
      const token = newSecret('login');
      const expiresAt = new Date(now().getTime() + LIFETIME_MS);
      await insertLogInLink(transaction, digestOf(token), { now: now(), expiresAt });
      return { url: `${publicUrl()}/console/log-in#${token}`, expiresAt };
    },
    async use(token) {
      const expiresAt = await removeLogInLink(sql, digestOf(token));
      return expiresAt !== undefined && expiresAt > now();
    },
  };
}
