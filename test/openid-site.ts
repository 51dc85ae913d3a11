/** A real provider of OpenID Connect on this machine, where whoever comes is who the test says. */
import * as http from 'node:http';
import { mock } from 'node:test';
import { Provider } from 'oidc-provider';

export const CLIENT = { client_id: 'parley', client_secret: 'a secret of the tests, and of nothing else' };

export type OpenIdSite = AsyncDisposable & {
  issuer: string;
  /** The address of whoever comes next, and whether the provider calls it verified. */
  visitor: { email: string; isVerified: boolean };
  isDown: boolean;
  /** From now on it lets the client in, for this redirect URI. */
  serve: (redirectUri: string) => void;
};

type Grant = { addOIDCScope(scope: string): void; save(): Promise<void> };
type GrantContext = { oidc: { provider: { Grant: new (of: object) => Grant }; session: { accountId: string } } };

/** `host`: a name of this machine. */
export async function startOpenIdSite(host: '127.0.0.1' | 'localhost'): Promise<OpenIdSite> {
  // It tells at length that it is no provider for production.
  const mute = (['info', 'warn'] as const).map((level) => mock.method(console, level, () => {}));
  let provider: Provider | null = null;
  const server = http.createServer((request, response) => {
    if (site.isDown || !provider) request.socket.destroy();
    else if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: site.visitor.email } });
    else void provider.callback()(request, response);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const issuer = `http://${host}:${(server.address() as { port: number }).port}`;
  const site: OpenIdSite = {
    issuer,
    visitor: { email: '', isVerified: true },
    isDown: false,
    serve(redirectUri) {
      provider = new Provider(issuer, {
        clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
        cookies: { keys: ['of the tests'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        features: { devInteractions: { enabled: false } },
        findAccount: (_context: object, accountId: string) => ({
          accountId,
          claims: () => ({ sub: accountId, email: accountId, email_verified: site.visitor.isVerified }),
        }),
        // Nobody is asked what the client may see.
        async loadExistingGrant({ oidc }: GrantContext) {
          const grant = new oidc.provider.Grant({ clientId: CLIENT.client_id, accountId: oidc.session.accountId });
          grant.addOIDCScope('openid email');
          await grant.save();
          return grant;
        },
      });
    },
    async [Symbol.asyncDispose]() {
      for (const muted of mute) muted.mock.restore();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
