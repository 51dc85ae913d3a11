/** The part of the library that the test uses; it brings no types of its own. */
declare module 'simple-oauth2' {
  export class ClientCredentials {
    constructor(config: {
      client: { id: string; secret: string };
      auth: { tokenHost: string; tokenPath: string };
      options?: { authorizationMethod?: 'header' | 'body' };
    });
    getToken(params: Record<string, string>): Promise<{ token: Record<string, unknown> }>;
  }
}
