/** `parley authentications create`: a credential of a connector, whose secret is asked for. */
import type { Schemas } from '#client';
import { askSecrets } from '../ask-secrets.ts';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';

type Option = 'username' | 'in' | 'parameter' | 'token-url' | 'client-id' | 'scope';
type Given = { connectorId: string; name: string; type: string } & Record<Option, string | undefined>;
type Kind = { secret: string; fields: (given: Given) => Record<string, string | undefined> };

const KINDS: Readonly<Record<Schemas['Authentication']['type'], Kind>> = {
  basic: { secret: 'password', fields: ({ username }) => ({ username }) },
  bearer: { secret: 'token', fields: () => ({}) },
  apiKey: { secret: 'key', fields: ({ in: place = 'header', parameter = 'X-Api-Key' }) => ({ in: place, parameter }) },
  oauth2ClientCredentials: {
    secret: 'clientSecret',
    fields: ({ 'token-url': tokenUrl, 'client-id': clientId, scope }) => ({ tokenUrl, clientId, scope }),
  },
};

/** The service checks the fields; it names one that is missing. */
export async function createAuthentication({ api, out }: Cli, given: Given): Promise<void> {
  const { connectorId, name, type } = given;
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : undefined;
  if (!kind) throw new UsageError(`The type must be one of ${Object.keys(KINDS).join(', ')}, not "${type}".`);
  const fields = Object.entries(kind.fields(given)).filter(([, value]) => value !== undefined);
  const body = { name, type, ...Object.fromEntries(fields), ...(await askSecrets(name, [kind.secret])) };
  const created = await api.POST('/connectors/{connectorId}/authentications', {
    params: { path: { connectorId } },
    body: body as Schemas['NewAuthentication'],
  });
  const { authenticationId } = created;
  out.show(
    created,
    () => `States call it with "connectorId": "${connectorId}", "authenticationId": "${authenticationId}".`,
    authenticationId,
  );
}
