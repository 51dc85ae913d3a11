/**
 * Running one operation of a connector by hand: what a state would get, before there is a state. It is called as a turn
 * calls it, with the same guard, limits and credential. The credential itself is never in the answer.
 */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { NO_AUTHENTICATION } from '../../model/authentication.ts';
import { ConnectorId } from '../../model/connector.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { findAuthenticationSecrets } from '../../store/authentications.ts';
import { findConnector } from '../../store/connectors.ts';
import { AccountQuery } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { noConnector } from './connectors.ts';
import { meantAccount } from './visibility.ts';

const HIDDEN = '•••';
/** Shorter ones would hide words that have nothing to do with them. */
const MIN_SECRET_LENGTH = 4;

const OperationPath = Type.Object({
  connectorId: ConnectorId,
  operation: Type.String({ minLength: 1, maxLength: 64 }),
});

const RunRequest = Type.Object(
  {
    authenticationId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'A credential of the connector; `none` if absent.' }),
    ),
    data: Type.Optional(
      Type.Unsafe<JsonObject>({ type: 'object', description: "The values of the operation's placeholders." }),
    ),
  },
  { additionalProperties: false },
);

const RunResult = Type.Object({
  ok: Type.Boolean({ description: 'Whether a state would have a result.' }),
  result: Type.Optional(
    Type.Unsafe<JsonValue>({ description: 'What a state finds under `data.<contextKey>`; secrets are hidden.' }),
  ),
  error: Type.Optional(
    Type.Object({ code: Type.String(), message: Type.String() }, { description: 'As in a trace: docs/connectors.md.' }),
  ),
  durationMs: Type.Integer(),
});

export function operationRunRoutes(server: Server, { sql, encryption, connectors }: Context): void {
  server.post(
    '/connectors/:connectorId/operations/:operation/runs',
    {
      config: { problems: ['connector_not_found'] },
      schema: {
        operationId: 'runOperation',
        summary: 'Run an operation now',
        description:
          'Calls the API for real, with the values given. A refusal of the API is `ok: false` with the reason, as a state would get it.',
        tags: ['Connectors'],
        params: OperationPath,
        querystring: AccountQuery,
        body: RunRequest,
        response: { 200: RunResult },
      },
    },
    async ({ principal, query, params: { connectorId, operation }, body }) => {
      const accountId = meantAccount(principal, query.accountId);
      if (!(await findConnector(sql, accountId, connectorId))) throw noConnector(connectorId);
      const { authenticationId = NO_AUTHENTICATION, data = {} } = body;
      const begunAt = performance.now();
      const outcome = await connectors.run({ accountId, connectorId, operation, authenticationId, data });
      const durationMs = Math.round(performance.now() - begunAt);
      if (!outcome.ok) return { ok: false, error: outcome.error, durationMs };
      const stored = await findAuthenticationSecrets(sql, encryption, accountId, authenticationId);
      return { ok: true, result: hidden(outcome.result, secretsOf(stored?.credential)), durationMs };
    },
  );
}

/** What of a credential must not be shown, should the API repeat it. */
function secretsOf(credential: object | undefined): string[] {
  const { password, token, key, clientSecret } = (credential ?? {}) as Record<string, unknown>;
  return [password, token, key, clientSecret].filter(
    (secret): secret is string => typeof secret === 'string' && secret.length >= MIN_SECRET_LENGTH,
  );
}

function hidden(value: JsonValue, secrets: string[]): JsonValue {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value);
  if (Array.isArray(value)) return value.map((item) => hidden(item, secrets));
  if (typeof value !== 'object' || value === null || secrets.length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [hidden(name, secrets) as string, hidden(item, secrets)]),
  );
}
