/**
 * What went wrong on the way to another system, in a few stable words that a client may read in an attempt's record.
 * The original error stays in `cause`, for the log.
 */
import { RemoteFailure } from '../errors.ts';

const MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection closed before the response was complete',
  ETIMEDOUT: 'connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  EADDRNOTAVAIL: 'host unreachable',
  EPROTO: 'TLS handshake failed',
  UND_ERR_HEADERS_OVERFLOW: 'response headers are too large',
  HPE_HEADER_OVERFLOW: 'response headers are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'response is not valid HTTP',
  UND_ERR_CLOSED: 'service is stopping',
  UND_ERR_DESTROYED: 'service is stopping',
};

const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'issued for another name',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not valid yet',
  CERT_REVOKED: 'revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed certificate in the chain',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown issuer',
};

/** Turns an error of undici, TLS or the socket into the failure that a caller of `Outbound.request` gets. */
export function outboundFailure(error: unknown): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  const code = codeOf(error);
  // undici refuses header names, values and paths that could break out of the request: no retry will change them.
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') {
    return new RemoteFailure('refused', 'the request has a header or path that is not valid HTTP', {
      retry: false,
      cause: error,
    });
  }
  return new RemoteFailure('transient', messageOf(code), { retry: true, cause: error });
}

/** The failure for a deadline, the exchange's own or that of connecting. */
export function timeoutFailure(deadlineMs: number): RemoteFailure {
  const cause = Object.assign(new Error('deadline'), { code: 'ETIMEDOUT' });
  return new RemoteFailure('transient', `timed out after ${deadlineMs} ms`, { retry: true, cause });
}

/** Whether time ran out, for callers that name time-outs apart from other failures. */
export function isTimeout({ cause }: RemoteFailure): boolean {
  return ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'].includes(codeOf(cause));
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'HTTPParserError' ? 'HPE_INVALID' : '';
}

function messageOf(code: string): string {
  const fault = CERTIFICATE_FAULTS[code];
  if (fault !== undefined) return `TLS certificate is not valid: ${fault}`;
  const message = MESSAGES[code];
  if (message !== undefined) return message;
  if (code.startsWith('HPE_')) return 'response is not valid HTTP';
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'TLS handshake failed';
  return code === '' ? 'connection failed' : `connection failed (${code})`;
}
