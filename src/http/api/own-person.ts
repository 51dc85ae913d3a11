/** Who changes how they themselves log in: the person of the session, with the password again if there is one. */
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import type { ConsoleSession } from '../../model/console-session.ts';
import type { Person } from '../../model/person.ts';
import { findPassword } from '../../store/people.ts';
import type { Sql } from '../../store/sql.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { noSession } from '../auth/auth.ts';
import type { Server } from '../fastify.ts';
import { createPasswordCheck } from './password-check.ts';

type OwnSession = ConsoleSession & { person: Person };

export type OwnPerson = {
  /** Rejects with a Problem `person_not_found` for the operator key. */
  find: (request: FastifyRequest) => Promise<OwnSession>;
  /** The same, and with a fault of `/currentPassword` unless that is right, there is none, or a link opened the session. */
  prove: (request: FastifyRequest, currentPassword: string | undefined) => Promise<OwnSession>;
};

export function createOwnPerson(sql: Sql, { consoleSessions, rateLimit }: Server): OwnPerson {
  const check = createPasswordCheck(sql, rateLimit);

  async function find(request: FastifyRequest): Promise<OwnSession> {
    if (request.principal.kind !== 'person')
      throw new Problem('person_not_found', 'The operator key is nobody, and has neither a password nor passkeys.');
    const session = await consoleSessions.find(request);
    if (!session?.person) throw noSession();
    return { ...session, person: session.person };
  }

  return {
    find,
    async prove(request, currentPassword = '') {
      const session = await find(request);
      const { email } = session.person;
      const known = await findPassword(sql, email);
      const isAsked = known?.hash != null && session.openedBy !== 'log-in-link';
      if (isAsked && !(await check(email, currentPassword, request.ip)))
        throw fieldProblem([{ path: '/currentPassword', message: 'is not your current password' }]);
      return session;
    },
  };
}
