/**
 * Every problem code of the API, what it means and what to do about it. `/problems/<code>` shows it, and a problem's
 * `type` links there. Source: docs/spec-choices.md §4. Text between `grave accents` is code.
 */
import { ABSENT, type ProblemKind } from './absent-codes.ts';

export const PROBLEMS = {
  validation_failed: {
    status: 400,
    title: 'The request is not valid',
    meaning: 'The path, the query, a header or the body breaks a rule of the operation. Nothing was stored.',
    advice: '`errors` lists each fault with its location and what is expected there. Fix them all, then send it again.',
  },
  malformed_json: {
    status: 400,
    title: 'The body is not valid JSON',
    meaning: 'The body cannot be parsed as JSON, or is not UTF-8. Nothing was stored.',
    advice: '`errors` gives the line and the column. Let a JSON library write the body.',
  },
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    meaning: 'The request could not be parsed as HTTP, or contradicts itself: a repeated header, a malformed address.',
    advice: 'Read `detail`. A proxy in between may have changed the request.',
  },
  invalid_phone_number: {
    status: 400,
    title: 'The phone number is not in E.164 form',
    meaning: 'A phone number lacks the leading `+`, or contains spaces, dashes, brackets or too many digits.',
    advice: 'Write only `+`, the country code and the number, as in `+15550100001`; in a path, `%2B` works too.',
  },
  invalid_liquid: {
    status: 400,
    title: 'A Liquid template is not valid',
    meaning: 'Liquid in a state or a preview cannot be parsed. Nothing was stored.',
    advice: '`errors` gives the text, and the line and column within it. A tag or an output may be unclosed.',
  },
  unauthorized: {
    status: 401,
    title: 'Authentication is required',
    meaning: 'The request has no access token, or the console session has ended.',
    advice:
      'Get a token at `POST /oauth2/token` and send it as `Authorization: Bearer <ACCESS_TOKEN>`, or log in again.',
  },
  invalid_token: {
    status: 401,
    title: 'The access token is not valid',
    meaning: 'The token has expired or was revoked, is for another service, or was not issued by this one.',
    advice: 'Get a new one at `POST /oauth2/token`; tokens last an hour. If that fails, ask for new credentials.',
  },
  insufficient_scope: {
    status: 403,
    title: 'This caller may not do this',
    meaning: 'The access token lacks the scope that the operation needs, or only the operator may call it.',
    advice:
      'The `WWW-Authenticate` header of the response names the scope: ask for it at `POST /oauth2/token`. If the credential may not have it, or it is `operator`, ask the operator.',
  },
  insufficient_role: {
    status: 403,
    title: 'Your role does not allow this',
    meaning: 'You are logged in, and what you asked for needs a role that may do more than yours. Nothing was changed.',
    advice: '`detail` names the role that is needed. An owner can give it to you, or do this for you.',
  },
  forbidden_origin: {
    status: 403,
    title: 'The request came from another site',
    meaning: 'With a session cookie, only the console itself may make changes.',
    advice: 'Send an access token or the operator key instead of the cookie.',
  },
  not_a_test_device: {
    status: 403,
    title: 'The agent is in test mode and the number is not a registered test device',
    meaning: 'A new agent may message only its registered test devices.',
    advice: 'Register the number with `POST /agents/{agentId}/devices`, or have the operator launch the agent.',
  },
  state_in_use: {
    status: 403,
    title: 'The state is the flow entry of another state',
    meaning: 'Other states, listed in `detail`, have this one as their `flowEntryStateId`, so it cannot be deleted.',
    advice: 'Delete those states or change their `flowEntryStateId` first.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this address',
    meaning: 'No operation has this path. It may contain an empty id or an extra slash.',
    advice: 'Check the path against the API reference at `/docs`.',
  },
  ...ABSENT,
  method_not_allowed: {
    status: 405,
    title: 'This method is not allowed here',
    meaning: 'The address exists, but accepts other methods.',
    advice:
      'The `Allow` header lists them. `POST` creates, `PUT` replaces, `PATCH` changes only the fields that are sent.',
  },
  account_exists: {
    status: 409,
    title: 'An account with this name already exists',
    meaning: 'Account names are unique, so that one is not mistaken for another.',
    advice: 'Use the existing account (`GET /accounts`), or choose another name.',
  },
  authentication_in_use: {
    status: 409,
    title: 'A state still uses this authentication',
    meaning: 'Operations of the states listed in `detail` would run without their credential.',
    advice: 'Give those states another `authenticationId` first.',
  },
  connector_exists: {
    status: 409,
    title: 'A connector with this id already exists',
    meaning: 'The account has already defined a connector with this id.',
    advice: 'Replace it with `PUT /connectors/{connectorId}`, or choose another id.',
  },
  connector_in_use: {
    status: 409,
    title: 'A state still uses this connector',
    meaning: 'Operations of the states listed in `detail` would fail without it.',
    advice: 'Remove those operations from their states first.',
  },
  email_taken: {
    status: 409,
    title: 'Somebody has this e-mail address already',
    meaning: 'People log in with their address, so that it belongs to one person only. Nothing was stored.',
    advice: '`GET /people` says whose it is. Change that person, or take another address.',
  },
  flow_invalid: {
    status: 409,
    title: 'The flow has errors',
    meaning: 'The checks found errors, listed in `errors`. Nothing was published; what is live stays live.',
    advice: 'Mend the draft and publish again, or publish all the same with `"force": true`.',
  },
  flow_too_large: {
    status: 409,
    title: 'The flow is too large for one document',
    meaning: 'Its states, saved one by one, are more than a flow document may hold.',
    advice: 'Read them page by page with `GET /agents/{agentId}/states`.',
  },
  idempotency_key_reused: {
    status: 409,
    title: 'The Idempotency-Key was used for another request',
    meaning: 'For 24 hours, a key identifies one request. This request is a different one and was not carried out.',
    advice: 'Use a new key for every new request, and reuse one only to repeat a request exactly.',
  },
  media_full: {
    status: 409,
    title: 'The account has no room for this file',
    meaning: 'The size of all media of an account together is limited. This one was not stored.',
    advice: 'Delete media that no message shows any more: `GET /media` lists them with their sizes.',
  },
  media_in_use: {
    status: 409,
    title: 'A message still shows this medium',
    meaning: 'The states and agents listed in `detail` name its address; phones would show a gap.',
    advice: 'Give them another file first.',
  },
  message_id_reused: {
    status: 409,
    title: 'The messageId was used for another request',
    meaning: 'The agent has a message with this id. This request is a different one and was not carried out.',
    advice: 'Use a new `messageId` for every new message, and reuse one only to repeat a request exactly.',
  },
  platform_agent_in_use: {
    status: 409,
    title: 'Another agent has this id at the RCS platform',
    meaning: 'Notices from the platform would be attributed to the other agent.',
    advice: 'Check `config.platformAgentId`, or delete the agent that has it.',
  },
  message_not_revocable: {
    status: 409,
    title: 'The message cannot be revoked',
    meaning:
      'Only a `SENT` message can be; this one is still waiting, was delivered or has failed, or the platform refuses.',
    advice:
      '`GET /agents/{agentId}/messages/{messageId}` shows its status. One that is still `ENQUEUED` can be revoked later.',
  },
  redelivery_running: {
    status: 409,
    title: 'Events are being sent to this endpoint again already',
    meaning: 'One redelivery to an endpoint runs at a time, so that no event is sent twice. Nothing was requested.',
    advice: 'Watch it with `GET /agents/{agentId}/redeliveries`, and ask again when it is finished, or stop it.',
  },
  too_many_endpoints: {
    status: 409,
    title: 'The agent has as many endpoints as it may have',
    meaning: 'Every endpoint gets a request of its own for each event, so their number is limited. Nothing was added.',
    advice: 'Delete one with `DELETE /agents/{agentId}/endpoints/{endpointId}`, or change one.',
  },
  signing_token_conflict: {
    status: 409,
    title: 'The signing token cannot be moved to that stage',
    meaning: 'An account has at most one `current` and one `next` signing token, and only `next` can be promoted.',
    advice: 'Check the stages with `GET /signing-tokens`; promote or retire the next one first.',
  },
  state_exists: {
    status: 409,
    title: 'A state with this id already exists',
    meaning: 'The agent has a state with this id; it was left unchanged.',
    advice: 'Replace it with `PUT`, change some of its fields with `PATCH`, or choose another id.',
  },
  too_many_tests: {
    status: 409,
    title: 'The agent has too many flow tests',
    meaning: "The number of an agent's tests is limited, and so is their size together. This one was not saved.",
    advice: 'Delete tests that are no longer needed, or let one test take the steps of several.',
  },
  tests_failed: {
    status: 409,
    title: 'Flow tests fail',
    meaning: 'Tests that are saved with the agent fail against this flow; `errors` names them. Nothing was published.',
    advice:
      'See what differs with `POST /agents/{agentId}/test-runs`; mend the flow or the test, or publish with `"force": true`.',
  },
  webhook_not_configured: {
    status: 409,
    title: 'The agent has no eventForwardUrl',
    meaning: 'Its events are recorded, but there is nowhere to forward them.',
    advice: 'Set `config.eventForwardUrl` with `PATCH /agents/{agentId}`.',
  },
  changed_since: {
    status: 412,
    title: 'It has been changed since you read it',
    meaning:
      'The `ETag` in `If-Match` is no longer the current one: somebody else has made a change. Nothing was stored.',
    advice: 'Read it again, make your change to what you get, and send it with the new `ETag`.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body is larger than this operation accepts.',
    advice: 'Send less; `detail` says how much is possible.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The content type is not supported',
    meaning: 'The body was not sent as JSON, or is a file that phones do not show.',
    advice: 'Send it as `application/json`; `POST /oauth2/token` expects a form, `POST /media` a file.',
  },
  media_unreachable: {
    status: 422,
    title: 'The picture cannot be shown',
    meaning: 'There is no picture and no video at the address, or it is too large or may not be called.',
    advice: 'Read `detail`. Phones get media as the RCS platform fetches them, which may differ.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'There is no such range',
    meaning: 'The range of bytes that `Range` asks for begins after the end of the file.',
    advice: '`Content-Range` says how long the file is.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'There were more than this operation allows at once or per minute: wrong keys from one address, for example.',
    advice: 'Wait for the number of seconds in `Retry-After`, then go on more slowly.',
  },
  header_too_large: {
    status: 431,
    title: 'The request headers are too large',
    meaning: 'The request line and the headers together exceed 16 KiB.',
    advice: 'Drop unneeded cookies and headers, and move long parameters into the body.',
  },
  internal_error: {
    status: 500,
    title: 'The service failed',
    meaning: 'The fault is in the service, not in the request. Whether the request was carried out is not known.',
    advice: 'Give the operator the `x-request-id` of the response: the log has the reason under it.',
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready',
    meaning: 'It is starting, stopping or overloaded, or cannot reach its database or the RCS platform.',
    advice: 'Send it again after the seconds in `Retry-After`; with an `Idempotency-Key` nothing is sent twice.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export function problemType(publicUrl: string, code: ProblemCode): string {
  return `${publicUrl}/problems/${code}`;
}
