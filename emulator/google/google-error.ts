/**
 * Errors in Google's own format. The rules decide which applies when. Source: docs/platform.md, "Errors and retries".
 */

/** HTTP status → `error.status`. */
const STATUS_NAMES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** The HTTP statuses that the platform is known to send; a scripted fault is one of them. */
export const GOOGLE_STATUSES = Object.keys(STATUS_NAMES).map(Number);

export class GoogleError extends Error {
  readonly code: number;
  readonly details: unknown[];

  constructor(code: number, message: string, details: unknown[] = []) {
    super(message);
    this.name = 'GoogleError';
    this.code = code;
    this.details = details;
  }

  toBody() {
    return {
      error: {
        code: this.code,
        message: this.message,
        status: STATUS_NAMES[this.code] ?? 'UNKNOWN',
        ...(this.details.length > 0 && { details: this.details }),
      },
    };
  }
}

/** 400 INVALID_ARGUMENT; `field` is the path in the message, in proto's own spelling. */
export function invalid(message: string, field?: string): GoogleError {
  const details = field
    ? [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description: message }] }]
    : [];
  return new GoogleError(400, message, details);
}

export const unauthenticated = () =>
  new GoogleError(
    401,
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid ' +
      'authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
  );

export const insufficientScope = () => new GoogleError(403, 'Request had insufficient authentication scopes.');

export const agentNotFound = (agentId: string) =>
  new GoogleError(
    403,
    `There was an error looking up the RBM agent (ID: ${agentId}@rbm.goog) that corresponds to the Google Cloud ` +
      "Platform (GCP) project you're authenticating with.",
  );

export const notLaunched = () =>
  new GoogleError(
    403,
    'This operation is blocked because the RBM agent has not launched and the recipient has not been invited and ' +
      'accepted the invitation to become a tester.',
  );

export const unreachable = () =>
  new GoogleError(404, 'The specified phone number cannot be reached by RBM at this time.');

export const notFound = () => new GoogleError(404, 'Requested entity was not found.');

export const alreadyExists = () => new GoogleError(409, 'Requested entity already exists.');

export const scriptedFault = (status: number) =>
  new GoogleError(status, `The emulator was told to answer ${status} here.`);
