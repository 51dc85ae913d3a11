/** `parley credentials`: credentials for access tokens. */

import type { Scope } from '../../model/scope.ts';
import type { Cli } from '../command.ts';
import { dim, fields } from '../output.ts';

export async function createCredential(
  { api, out }: Cli,
  { name, scopes: listed }: { name: string; scopes: string | undefined },
): Promise<void> {
  // One that does not exist is refused by the service, which lists those that do.
  const scopes = listed?.split(/[\s,]+/).filter(Boolean) as Scope[] | undefined;
  const credential = await api.POST('/credentials', { body: { name, ...(scopes && { scopes }) } });
  const { clientId, clientSecret } = credential;
  out.show(credential, () => fields({ clientId, clientSecret }), `${clientId}:${clientSecret}`);
  out.note(`\n${dim('The secret is shown only once. To get an access token with it, valid for an hour:')}`);
  out.note(`curl -s -u '${clientId}:${clientSecret}' -d grant_type=client_credentials ${api.url}/oauth2/token`);
}
