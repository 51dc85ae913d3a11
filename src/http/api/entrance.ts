/** Opens a session of the console for whoever has proved who they are, in whichever way; the audit log has it. */
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { OpenedBy } from '../../model/console-session.ts';
import { findPersonForUpdate } from '../../store/people.ts';
import { noSession, principalOf } from '../auth/auth.ts';
import type { ConsoleSessions } from '../auth/console-sessions.ts';
import type { Principal } from '../auth/principal.ts';
import { audit, type Requester } from './audited.ts';

/** The value of `Set-Cookie`. `personId` null: whoever has the operator key. Rejects with a Problem (401) for the disabled. */
export type Enter = (request: FastifyRequest, personId: string | null, openedBy: OpenedBy) => Promise<string>;

export function createEntrance({ sql }: Context, sessions: ConsoleSessions): Enter {
  return (request, personId, openedBy) =>
    sql.begin(async (transaction) => {
      const person = personId === null ? null : await findPersonForUpdate(transaction, personId);
      if (person === undefined || person?.disabled) throw noSession();
      const { sessionId, cookie } = await sessions.open(transaction, request, { personId, openedBy });
      const change = { accountId: null, id: sessionId, after: { openedBy } };
      await audit(transaction, by(principalOf({ person }), request, 'logIn'), change);
      return cookie;
    });
}

/** Of routes that anybody may call: who came with a right key, link or session. */
export function by(principal: Principal, { ip, id }: FastifyRequest, operationId: 'logIn' | 'logOut'): Requester {
  return { ip, id, routeOptions: { schema: { operationId } }, principal };
}
