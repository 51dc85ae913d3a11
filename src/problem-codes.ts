/**
 * Every problem code of the API, what it means and what to do about it. `/problems/<code>` shows it, and a problem's
 * `type` links there. Source: docs/spec-choices.md §4. Text between `grave accents` is code.
 */

type ProblemKind = {
  status: number;
  title: string;
  /** Sentences, for somebody who got the problem and has read its `detail`. */
  meaning: string;
  advice: string;
};

/** 404 for something a request names; `list` is the operation that lists what exists. */
const absent = (what: string, list: string): ProblemKind => ({
  status: 404,
  title: `No such ${what}`,
  meaning: `The ${what} that the request names does not exist, was deleted, or is another account's.`,
  advice: `\`${list}\` shows which there are. Compare the id, and look whether the access token is for the right account.`,
});

export const PROBLEMS = {
  validation_failed: {
    status: 400,
    title: 'The request is not valid',
    meaning: 'The path, the query, a header or the body breaks a rule of the operation. Nothing of it was stored.',
    advice: '`errors` names each fault by its place and says what must stand there. Mend them all, then send it again.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    meaning: 'The body cannot be read as JSON, or is not UTF-8. Nothing of it was stored.',
    advice: 'Look at the line and the column that `errors` names, and let a JSON library write the body.',
  },
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    meaning: 'The request could not be read as HTTP, or contradicts itself: a repeated header, a broken address.',
    advice: 'Read `detail`. A proxy in between may have changed the request.',
  },
  invalid_phone_number: {
    status: 400,
    title: 'The phone number is not in E.164 form',
    meaning: 'A phone number has no `+` in front, or holds spaces, dashes, brackets or too many digits.',
    advice: 'Write `+`, country code and number and nothing else, such as `+15550100001`; in a path `%2B` is fine too.',
  },
  invalid_liquid: {
    status: 400,
    title: 'A Liquid template is not valid',
    meaning: 'Liquid in a state or a preview cannot be parsed. Nothing was stored.',
    advice: '`errors` names the text, and the line and column within it. An opened tag or output may lack its end.',
  },
  unauthorized: {
    status: 401,
    title: 'Authentication is required',
    meaning: 'The request brings no access token, or the session of the console has ended.',
    advice:
      'Get a token at `POST /oauth2/token` and send it as `Authorization: Bearer <ACCESS_TOKEN>`, or log in again.',
  },
  invalid_token: {
    status: 401,
    title: 'The access token is not valid',
    meaning: 'The token has expired or was revoked, is for another service, or is no token of this one.',
    advice:
      'Get a new one at `POST /oauth2/token`: a token is good for an hour. If that fails, ask for new credentials.',
  },
  insufficient_scope: {
    status: 403,
    title: 'This operation needs the operator key',
    meaning: 'Clients may not do this; it is for whoever runs the service.',
    advice: 'Ask the operator, or send the operator key instead of an access token.',
  },
  forbidden_origin: {
    status: 403,
    title: 'The request came from another site',
    meaning: 'With the cookie of a session, only pages of the console itself may change something.',
    advice: 'Send an access token or the operator key instead of the cookie.',
  },
  not_a_test_device: {
    status: 403,
    title: 'The agent is in test mode and the number is not a registered test device',
    meaning: 'A new agent may write to its registered test devices alone.',
    advice: 'Register the number with `POST /agents/{agentId}/devices`, or have the operator launch the agent.',
  },
  state_in_use: {
    status: 403,
    title: 'The state is the flow entry of another state',
    meaning: 'Other states, which `detail` names, have this one as their `flowEntryStateId`, so it cannot be deleted.',
    advice: 'Delete those states or change their `flowEntryStateId` first.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this address',
    meaning: 'No operation has this path; an id in it may be empty, or a slash too many.',
    advice: 'Compare the path with the API reference at `/docs`.',
  },
  account_not_found: absent('account', 'GET /accounts'),
  agent_not_found: absent('agent', 'GET /agents'),
  authentication_not_found: absent('authentication', 'GET /connectors/{connectorId}/authentications'),
  brand_not_found: absent('brand', 'GET /brands'),
  connector_not_found: absent('connector', 'GET /connectors'),
  conversation_not_found: absent('conversation', 'GET /agents/{agentId}/conversations'),
  credential_not_found: absent('credential', 'GET /credentials'),
  device_not_found: absent('test device', 'GET /agents/{agentId}/devices'),
  event_not_found: absent('event', 'GET /agents/{agentId}/events'),
  dead_letter_not_found: absent('dead letter', 'GET /dead-letters'),
  message_not_found: absent('message', 'GET /agents/{agentId}/conversations/{phoneNumber}'),
  signing_token_not_found: absent('signing token', 'GET /signing-tokens'),
  state_not_found: absent('state', 'GET /agents/{agentId}/states'),
  method_not_allowed: {
    status: 405,
    title: 'This method is not allowed here',
    meaning: 'The address exists, and takes other methods.',
    advice: 'The `Allow` header says which. `POST` creates, `PUT` replaces, `PATCH` changes what is sent.',
  },
  account_exists: {
    status: 409,
    title: 'An account of this name exists',
    meaning: 'Names of accounts are unique, so that nobody mistakes one for another.',
    advice: 'Use the account that is there (`GET /accounts`), or choose another name.',
  },
  authentication_in_use: {
    status: 409,
    title: 'A state still names this authentication',
    meaning: 'Operations of the states that `detail` names would run without their credential.',
    advice: 'Give these states another `authenticationId` first.',
  },
  connector_exists: {
    status: 409,
    title: 'A connector of this id exists',
    meaning: 'The account has defined a connector of this id before.',
    advice: 'Replace it with `PUT /connectors/{connectorId}`, or choose another id.',
  },
  connector_in_use: {
    status: 409,
    title: 'A state still names this connector',
    meaning: 'Operations of the states that `detail` names would fail without it.',
    advice: 'Take these operations out of their states first.',
  },
  idempotency_key_reused: {
    status: 409,
    title: 'The Idempotency-Key was used with another request',
    meaning: 'Within 24 hours, a key stands for one request. This request is a different one, and was not carried out.',
    advice: 'Use a new key for every new request, and the same key only to repeat one exactly as it was.',
  },
  message_id_reused: {
    status: 409,
    title: 'The messageId was used with another request',
    meaning: 'The agent has a message of this id. This request is a different one, and was not carried out.',
    advice: 'Use a new `messageId` for every new message, and the same only to repeat a request exactly as it was.',
  },
  platform_agent_in_use: {
    status: 409,
    title: 'Another agent has this id at the RCS platform',
    meaning: 'What the platform reports would be taken for the other agent.',
    advice: 'Check `config.platformAgentId`, or delete the agent that has it.',
  },
  message_not_revocable: {
    status: 409,
    title: 'The message cannot be taken back',
    meaning:
      'Only a message that is `SENT` can be; this one waits, was delivered or has failed, or the platform refuses.',
    advice: '`GET /agents/{agentId}/messages/{messageId}` shows its status. One that is still `ENQUEUED` can be later.',
  },
  signing_token_conflict: {
    status: 409,
    title: 'The signing token cannot be moved to that stage',
    meaning: 'An account has one `current` and one `next` signing token at most, and only `next` can be promoted.',
    advice: 'Look at the stages with `GET /signing-tokens`; promote or retire the next one first.',
  },
  state_exists: {
    status: 409,
    title: 'A state of this id exists',
    meaning: 'The agent has a state of this id, and it was left as it is.',
    advice: 'Replace it with `PUT`, change some of its fields with `PATCH`, or choose another id.',
  },
  webhook_not_configured: {
    status: 409,
    title: 'The agent has no eventForwardUrl',
    meaning: 'Its events are recorded, and there is nowhere to forward them to.',
    advice: 'Set `config.eventForwardUrl` with `PATCH /agents/{agentId}`.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body has more bytes than this operation takes.',
    advice: 'Send less: large media belong at an address of their own, of which the message holds the link.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The content type is not supported',
    meaning: 'The body was not sent as JSON.',
    advice: 'Send it with `Content-Type: application/json`; at `POST /oauth2/token` a form is expected.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning: 'More came than this operation allows at once or in a minute: wrong keys from one address, for example.',
    advice: 'Wait as many seconds as `Retry-After` says, then go on more slowly.',
  },
  header_too_large: {
    status: 431,
    title: 'The request headers are too large',
    meaning: 'The request line and the headers together have more than 16 KiB.',
    advice: 'Drop cookies and headers that nobody needs, and move long parameters into the body.',
  },
  internal_error: {
    status: 500,
    title: 'The service failed',
    meaning: 'A fault of the service and not of the request. Whether the request was carried out is not known.',
    advice: 'Give the operator the `x-request-id` of the answer: the log has the reason under it.',
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready',
    meaning: 'It starts or stops, has more to do than it can, or cannot reach its database or the RCS platform.',
    advice:
      'Send it again after as many seconds as `Retry-After` says; with an `Idempotency-Key` nothing is sent twice.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export function problemType(publicUrl: string, code: ProblemCode): string {
  return `${publicUrl}/problems/${code}`;
}
