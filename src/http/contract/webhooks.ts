/**
 * The requests that the service sends to a client's webhook, for the OpenAPI document. `forwarding/` sends them.
 * Source: the specification, "Events"; docs/webhooks.md.
 */

const header = (name: string, description: string, example?: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...(example !== undefined && { examples: [example] }) },
});

const HEADERS = [
  { ...header('User-Agent', 'Parley and its version.', 'Parley/0.1.0'), required: true },
  header('X-Service-Signature', 'base64 of HMAC-SHA512 over the raw body, keyed with the current signing token.'),
  header('X-Service-Signature-Next', 'The same with the next signing token, while there is one.'),
  header('X-Service-Signature-Previous', 'The same with the previous signing token, while it is live.'),
  { ...header('webhook-id', 'Standard Webhooks: the same for every attempt.'), required: true },
  { ...header('webhook-timestamp', 'Standard Webhooks: seconds since 1970, of this attempt.'), required: true },
  header('webhook-signature', 'Standard Webhooks: one `v1,…` for each live signing token.'),
];

const RESPONSE = header(
  'X-Service-Response',
  'Present when the agent replied: the id of the reply’s state, or the keyword that led to it.',
);

const RESPONSES = {
  '2XX': { description: 'The event is acknowledged.' },
  '4XX': { description: 'Permanent: the event moves to the failure queue without another attempt.' },
  '5XX': { description: 'Transient: the event is sent again later.' },
};

function webhook(eventClass: string, summary: string, description: string, headers: object[]) {
  const eventClassHeader = {
    name: 'X-Service-Eventclass',
    in: 'header',
    required: true,
    schema: { type: 'string', const: eventClass },
  };
  return {
    post: {
      operationId: `on${eventClass}`,
      summary,
      description: `${description} Sent to the agent's \`config.eventForwardUrl\`.`,
      tags: ['Events'],
      security: [],
      parameters: [eventClassHeader, ...headers],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${eventClass}` } } },
      },
      responses: RESPONSES,
    },
  };
}

export const WEBHOOKS = {
  UserMessage: webhook(
    'UserMessage',
    'A user wrote, tapped a chip, shared a location or sent a file',
    'Forwarded after the reply has reached the RCS platform.',
    [...HEADERS, RESPONSE],
  ),
  UserEvent: webhook(
    'UserEvent',
    'A delivery, a read receipt, typing, a subscription or an unsubscription',
    'Forwarded unchanged.',
    HEADERS,
  ),
  ServerEvent: webhook(
    'ServerEvent',
    'The outcome of an outbound message',
    'Sent, failed, or revoked after its time to live.',
    HEADERS,
  ),
};
