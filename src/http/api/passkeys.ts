/** A person's own passkeys: to make, list and delete them. To log in with one: `session.ts`. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { Problem } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { MAX_PASSKEYS, NewPasskey } from '../../model/passkey.ts';
import { insertPasskey, listCredentialIds, listPasskeys, removePasskey } from '../../store/passkeys.ts';
import { findPersonForUpdate } from '../../store/people.ts';
import { fieldProblem } from '../../validation/validation.ts';
import { noSession } from '../auth/auth.ts';
import { createPasskeys } from '../auth/passkeys.ts';
import { FromConsole, NoContent, PasskeyPath, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { audit } from './audited.ts';
import { createOwnPerson } from './own-person.ts';

const tags = ['Session'];
const security = [{ consoleSession: ['reader'] }];
const Options = (method: string) =>
  Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: `For \`navigator.credentials.${method}()\`, as JSON (WebAuthn Level 3, §5.1). It can be used once, within five minutes.`,
  });

export function passkeyRoutes(server: Server, context: Context): void {
  const { sql } = context;
  const passkeys = createPasskeys(context);
  const own = createOwnPerson(sql, server);

  server.get(
    '/session/passkey-options',
    {
      schema: {
        operationId: 'getPasskeyOptions',
        summary: 'Begin a log-in with a passkey',
        description: 'What a browser asks its devices, which answer to `POST /session` with `passkey`.',
        tags,
        response: { 200: Options('get') },
      },
    },
    () => passkeys.requestOptions(),
  );

  server.get(
    '/session/passkeys',
    {
      config: { problems: ['person_not_found'] },
      schema: {
        operationId: 'listPasskeys',
        summary: 'List passkeys',
        description: "One's own, newest first.",
        tags,
        security,
        response: { 200: Type.Object({ passkeys: Type.Array(ref('Passkey')) }) },
      },
    },
    async (request) => {
      const { person } = await own.find(request);
      return { passkeys: await listPasskeys(sql, person.personId) };
    },
  );

  server.get(
    '/session/passkeys/options',
    {
      config: { problems: ['person_not_found'] },
      schema: {
        operationId: 'getNewPasskeyOptions',
        summary: 'Begin to make a passkey',
        description: 'What a browser asks its devices, which answer to `POST /session/passkeys`.',
        tags,
        security,
        response: { 200: Options('create') },
      },
    },
    async (request) => {
      const { person } = await own.find(request);
      return passkeys.creationOptions(person, await listCredentialIds(sql, person.personId));
    },
  );

  server.post(
    '/session/passkeys',
    {
      config: { problems: ['person_not_found'] },
      schema: {
        operationId: 'createPasskey',
        summary: 'Create a passkey',
        description: `With what a device answered to the options. A person has ${MAX_PASSKEYS} at most.`,
        tags,
        security,
        headers: FromConsole,
        body: NewPasskey,
        response: { 201: ref('Passkey') },
      },
    },
    async (request, reply) => {
      const { name, credential, currentPassword } = request.body;
      const { person } = await own.prove(request, currentPassword);
      const { personId } = person;
      const made = await passkeys.verifyNew(credential, personId);
      if (!made) throw refusal('does not answer what was asked here, within five minutes');
      const passkey = await sql.begin(async (transaction) => {
        // Locked: of two at the same time, the second one is counted.
        if (!(await findPersonForUpdate(transaction, personId))) throw noSession();
        if ((await listCredentialIds(transaction, personId)).length >= MAX_PASSKEYS)
          throw refusal(`is one more than ${MAX_PASSKEYS}: delete another one first`);
        const { challenge, ...key } = made;
        if (!(await passkeys.useChallenge(transaction, challenge))) throw refusal('was used before');
        const added = await insertPasskey(transaction, { passkeyId: newId('passkey'), personId, name, ...key });
        if (!added) throw refusal('is known already');
        await audit(transaction, request, { accountId: null, id: added.passkeyId, after: { name } });
        return added;
      });
      return reply.code(201).send(passkey);
    },
  );

  server.delete(
    '/session/passkeys/:passkeyId',
    {
      config: { problems: ['person_not_found', 'passkey_not_found'] },
      schema: {
        operationId: 'deletePasskey',
        summary: 'Delete a passkey',
        description: "One's own. Sessions that it opened go on: end them where sessions are listed.",
        tags,
        security,
        headers: FromConsole,
        params: PasskeyPath,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { passkeyId } = request.params;
      const { person } = await own.find(request);
      await sql.begin(async (transaction) => {
        const removed = await removePasskey(transaction, passkeyId, person.personId);
        if (!removed) throw new Problem('passkey_not_found', `You have no passkey ${passkeyId}.`);
        await audit(transaction, request, { accountId: null, id: passkeyId, before: { name: removed.name } });
      });
      return reply.code(204).send(null);
    },
  );
}

function refusal(message: string): Problem {
  return fieldProblem([{ path: '/credential', message }]);
}
