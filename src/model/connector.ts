/** An API connector that an account defines: an address and the operations that a state may call there. */
import Type, { type Static } from 'typebox';
import type { JsonValue } from './json.ts';

export const CONNECTOR_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A larger API is better split into connectors by subject; the console also lists each operation. */
const MAX_CONNECTOR_OPERATIONS = 100;
/** Query parameters, and headers, of one operation. */
const MAX_CONNECTOR_PARAMETERS = 50;

/** Described in one operation; a form with more fields is one that nobody fills in. */
const MAX_PLACEHOLDERS = 100;

const NAME_PATTERN = '^[A-Za-z][A-Za-z0-9_-]{0,63}$';

export const ConnectorId = Type.String({
  pattern: NAME_PATTERN,
  description: 'A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined.',
});

/**
 * Those that belong to the connection or would change what the address guard has checked (`host` decides the TLS name
 * too), and `accept-encoding`, since compressed responses are not read.
 */
export const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** RFC 9110 §5.6.2, a token. */
const HEADER_NAME_PATTERN = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$";

const PLACEHOLDER_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

/** For who fills it in: a form of the console, or the author of a state. */
const Placeholder = Type.Object(
  {
    type: Type.Optional(
      Type.Enum([...PLACEHOLDER_TYPES], {
        type: 'string',
        description:
          'Liquid renders text: in a body, text for a number, an integer or a boolean becomes one, and empty text is left out.',
      }),
    ),
    required: Type.Optional(Type.Boolean({ description: 'Whether the operation is refused without it.' })),
    description: Type.Optional(Type.String({ maxLength: 300 })),
    enum: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        minItems: 1,
        maxItems: 100,
        description: 'Choices that a form offers; nothing is checked against them.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type Placeholder = Static<typeof Placeholder>;

export const ConnectorOperation = Type.Object(
  {
    description: Type.Optional(Type.String({ maxLength: 500, description: 'What it does, for people.' })),
    method: Type.Enum([...CONNECTOR_METHODS], { type: 'string' }),
    path: Type.String({
      pattern: '^/[^?#\\s\\\\]*$',
      maxLength: 1000,
      description:
        "Added to the baseUrl. `{name}` stands for `data.name` of the state's operation, encoded for a path segment.",
      examples: ['/customers/{customerId}/orders'],
    }),
    query: Type.Optional(
      Type.Record(Type.String({ pattern: '^[^\\x00-\\x1f]{1,100}$' }), Type.String({ maxLength: 1000 }), {
        additionalProperties: false,
        maxProperties: MAX_CONNECTOR_PARAMETERS,
        description: 'A value that is just `{name}` is left out when there is no such data.',
      }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: HEADER_NAME_PATTERN }), Type.String({ maxLength: 1000 }), {
        additionalProperties: false,
        maxProperties: MAX_CONNECTOR_PARAMETERS,
        description: 'A value that is just `{name}` is left out when there is no such data.',
      }),
    ),
    body: Type.Optional(
      Type.Unsafe<JsonValue>({
        description:
          'Sent as JSON. A string that is just `{name}` becomes that value of `data`, whatever its type, or is left out.',
        examples: [{ customer: '{customerId}', note: 'Called by {name}' }],
      }),
    ),
    placeholders: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' }), Placeholder, {
        additionalProperties: false,
        maxProperties: MAX_PLACEHOLDERS,
        description: 'What is known about each `{name}`; one that is not described may be any value.',
        examples: [{ customerId: { type: 'integer', required: true, description: 'As printed on the invoice' } }],
      }),
    ),
  },
  { additionalProperties: false },
);
export type ConnectorOperation = Static<typeof ConnectorOperation>;

export const NewConnector = Type.Object(
  {
    connectorId: ConnectorId,
    baseUrl: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'https, a public host, no query; a path is kept.',
      examples: ['https://api.example.com/v2'],
    }),
    operations: Type.Record(Type.String({ pattern: NAME_PATTERN }), ConnectorOperation, {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: MAX_CONNECTOR_OPERATIONS,
      description: "Keyed by the name that a state's operation refers to.",
    }),
  },
  { additionalProperties: false },
);
export type NewConnector = Static<typeof NewConnector>;

export const Connector = Type.Object(
  {
    ...NewConnector.properties,
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);
export type Connector = Static<typeof Connector>;
