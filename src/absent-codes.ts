/** The problem codes for what a request names and is not there; the others, and what they are for, are in `problem-codes.ts`. */

export type ProblemKind = {
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
  meaning: `The ${what} named in the request does not exist, was deleted, or belongs to another account.`,
  advice: `\`${list}\` lists them. Check the id, and that the access token is for the right account.`,
});

export const ABSENT = {
  account_not_found: absent('account', 'GET /accounts'),
  agent_not_found: absent('agent', 'GET /agents'),
  authentication_not_found: absent('authentication', 'GET /connectors/{connectorId}/authentications'),
  brand_not_found: absent('brand', 'GET /brands'),
  connector_not_found: absent('connector', 'GET /connectors'),
  media_not_found: absent('medium', 'GET /media'),
  conversation_not_found: absent('conversation', 'GET /agents/{agentId}/conversations'),
  credential_not_found: absent('credential', 'GET /credentials'),
  device_not_found: absent('test device', 'GET /agents/{agentId}/devices'),
  endpoint_not_found: absent('endpoint', 'GET /agents/{agentId}/endpoints'),
  event_not_found: absent('event', 'GET /agents/{agentId}/events'),
  dead_letter_not_found: absent('dead letter', 'GET /dead-letters'),
  message_not_found: absent('message', 'GET /agents/{agentId}/conversations/{phoneNumber}'),
  passkey_not_found: absent('passkey', 'GET /session/passkeys'),
  person_not_found: absent('person', 'GET /people'),
  redelivery_not_found: absent('redelivery', 'GET /agents/{agentId}/redeliveries'),
  session_not_found: absent('session', 'GET /sessions'),
  signing_token_not_found: absent('signing token', 'GET /signing-tokens'),
  state_not_found: absent('state', 'GET /agents/{agentId}/states'),
  exploration_not_found: {
    status: 404,
    title: 'No such exploration',
    meaning: 'The exploration was deleted, was pushed out by later ones, or belongs to another account.',
    advice: 'Begin another one with `POST /agents/{agentId}/explorations`.',
  },
  replay_not_found: {
    status: 404,
    title: 'No such replay',
    meaning: 'The replay was deleted, was pushed out by later ones, or belongs to another account.',
    advice: 'Begin another one with `POST /agents/{agentId}/replays`.',
  },
  test_not_found: absent('flow test', 'GET /agents/{agentId}/tests'),
  version_not_found: absent('version', 'GET /agents/{agentId}/versions'),
} as const satisfies Record<string, ProblemKind>;
