/**
 * Links that log a browser in to the console once: within ten minutes for who makes one for himself, within three days
 * for who makes one for somebody else, as an invitation. The token is in the link's fragment, which a browser sends to
 * nobody: not in a request, not as a referrer.
 */
import { createHmac } from 'node:crypto';
import type { Context } from '../../context.ts';
import { newSecret } from '../../ids.ts';
import { insertLogInLink, removeLogInLink } from '../../store/log-in-links.ts';
import type { Sql } from '../../store/sql.ts';

const LIFETIME_MS = 10 * 60_000;
/** Long enough for a weekend. */
const INVITATION_MS = 3 * 24 * 3600_000;

/** Null: whoever has the operator key. */
type PersonId = string | null;

export type LogInLinks = {
  make: (
    transaction: Sql,
    personId: PersonId,
    options: { isInvitation: boolean },
  ) => Promise<{ url: string; expiresAt: Date }>;
  /** Uses it up, in whichever process: undefined when it was used before, has expired or never existed. */
  use: (token: string) => Promise<{ personId: PersonId } | undefined>;
};

export function createLogInLinks({ sql, now, operatorKey, publicUrl }: Context): LogInLinks {
  // Keyed, so that a new operator key ends the links made with the old one.
  const digestOf = (token: string) => createHmac('sha256', operatorKey).update(token).digest();
  return {
    async make(transaction, personId, { isInvitation }) {
      const token = newSecret('login');
      const expiresAt = new Date(now().getTime() + (isInvitation ? INVITATION_MS : LIFETIME_MS));
      await insertLogInLink(transaction, digestOf(token), { personId, now: now(), expiresAt });
      return { url: `${publicUrl()}/console/log-in#${token}`, expiresAt };
    },
    async use(token) {
      const link = await removeLogInLink(sql, digestOf(token));
      return link && link.expiresAt > now() ? { personId: link.personId } : undefined;
    },
  };
}
