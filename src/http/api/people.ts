/** Those who log in to the console: who they are and what they may do. Only owners, and the operator key, change that. */
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { PageOf } from '../../model/page.ts';
import type { Person } from '../../model/person.ts';
import { removeSessionsOf } from '../../store/console-sessions.ts';
import { removeLogInLinksOf } from '../../store/log-in-links.ts';
import { findPersonForUpdate, insertPerson, listPeople, removePerson, updatePerson } from '../../store/people.ts';
import { NoContent, PersonPath, PlainPageQuery, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';

const tags = ['People'];

export function peopleRoutes(server: Server, { sql }: Context): void {
  server.get(
    '/people',
    {
      schema: {
        operationId: 'listPeople',
        summary: 'List people',
        description: 'Who may log in to the console, newest first.',
        tags,
        querystring: PlainPageQuery,
        response: { 200: PageOf('people', ref('Person')) },
      },
    },
    async ({ query }) => {
      const { rows, ...page } = await listPeople(sql, query);
      return { people: rows, ...page };
    },
  );

  server.post(
    '/people',
    {
      config: { problems: ['email_taken'] },
      schema: {
        operationId: 'createPerson',
        summary: 'Create a person',
        description: 'For the first log-in, send them a link from `POST /log-in-links`.',
        tags,
        body: ref('NewPerson'),
        response: { 201: ref('Person') },
      },
    },
    async (request, reply) => {
      const person = await sql.begin(async (transaction) => {
        const made = await insertPerson(transaction, { ...request.body, personId: newId('person') });
        if (!made) throw emailTaken(request.body.email);
        await audit(transaction, request, { accountId: null, id: made.personId, after: made });
        return made;
      });
      return reply.code(201).send(person);
    },
  );

  server.patch(
    '/people/:personId',
    {
      config: { problems: ['person_not_found', 'email_taken'] },
      schema: {
        operationId: 'updatePerson',
        summary: 'Change a person',
        description:
          'Another role holds from the next request on. Who is disabled is logged out everywhere at once, and open links to log in are void.',
        tags,
        params: PersonPath,
        body: ref('PersonPatch'),
        response: { 200: ref('Person') },
      },
    },
    async (request) => {
      const { params, body } = request;
      return sql.begin(async (transaction) => {
        const before = await findPersonForUpdate(transaction, params.personId);
        if (!before) throw noPerson(params.personId);
        const after = await updatePerson(transaction, before, body);
        if (!after) throw emailTaken(body.email!);
        if (after.disabled) {
          await removeSessionsOf(transaction, after.personId);
          await removeLogInLinksOf(transaction, after.personId);
        }
        await audit(transaction, request, { accountId: null, id: after.personId, before, after });
        return after;
      });
    },
  );

  server.delete(
    '/people/:personId',
    {
      config: { problems: ['person_not_found'] },
      schema: {
        operationId: 'deletePerson',
        summary: 'Delete a person',
        description:
          'They are logged out everywhere at once. The audit log keeps their name. The last owner may go as well: the operator key stays.',
        tags,
        params: PersonPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { personId } = request.params;
      await sql.begin(async (transaction) => {
        const before = await removePerson(transaction, personId);
        if (!before) throw noPerson(personId);
        await audit(transaction, request, { accountId: null, id: personId, before });
      });
      return reply.code(204).send(null);
    },
  );
}

export function noPerson(personId: Person['personId']): Problem {
  return new Problem('person_not_found', `There is no person ${personId}.`);
}

function emailTaken(email: string): Problem {
  return new Problem('email_taken', `Somebody has the address ${email} already.`, {
    errors: [{ path: '/email', message: 'is taken: somebody logs in with it' }],
  });
}
