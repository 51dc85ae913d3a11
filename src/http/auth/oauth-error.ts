/** An error of the token endpoint, RFC 6749 §5.2. Its text is ASCII without `"` and `\`, and quotes no input. */
import Type from 'typebox';

export const OAuthErrorBody = Type.Object(
  {
    error: Type.String({ description: 'RFC 6749 §5.2.', examples: ['invalid_client'] }),
    error_description: Type.String({ description: 'For developers.' }),
  },
  { description: 'An error of the token endpoint.' },
);

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'
  | 'server_error';

export class OAuthError extends Error {
  readonly error: OAuthErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(
    error: OAuthErrorCode,
    description: string,
    options: { status?: number; headers?: Record<string, string> } = {},
  ) {
    super(description);
    this.name = 'OAuthError';
    this.error = error;
    this.status = options.status ?? (error === 'invalid_client' ? 401 : 400);
    // RFC 9110 §15.5.2: a 401 must carry a challenge.
    const challenge = { 'www-authenticate': 'Basic realm="oauth2", charset="UTF-8"' };
    this.headers = { ...(this.status === 401 && challenge), ...options.headers };
  }
}
