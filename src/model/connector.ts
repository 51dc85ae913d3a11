/** A connector that an account defines: an address and the operations that a state may call there, of an API, a model or tools. */
import Type, { type Static } from 'typebox';
import { HEADER_NAME_PATTERN } from './header.ts';
import type { JsonValue } from './json.ts';

export const CONNECTOR_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A larger API is better split into connectors by subject; the console also lists each operation. */
const MAX_CONNECTOR_OPERATIONS = 100;
/** Query parameters, and headers, of one operation. */
const MAX_CONNECTOR_PARAMETERS = 50;

/** Described in one operation; a form with more fields is one that nobody fills in. */
const MAX_PLACEHOLDERS = 100;

/** Of a request to a model, besides ours. */
const MAX_MODEL_PARAMETERS = 20;

const NAME_PATTERN = '^[A-Za-z][A-Za-z0-9_-]{0,63}$';

export const ConnectorId = Type.String({
  pattern: NAME_PATTERN,
  description: 'A letter, then letters, digits, _ and -; 1 to 64 characters. `http` is built in and cannot be defined.',
});

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

const description = Type.Optional(Type.String({ maxLength: 500, description: 'What it does, for people.' }));
const placeholders = Type.Optional(
  Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' }), Placeholder, {
    additionalProperties: false,
    maxProperties: MAX_PLACEHOLDERS,
    description: 'What is known about each `{name}`; one that is not described may be any value.',
    examples: [{ customerId: { type: 'integer', required: true, description: 'As printed on the invoice' } }],
  }),
);

const ApiOperation = Type.Object(
  {
    description,
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
    placeholders,
  },
  { additionalProperties: false, description: 'A request of an API, with JSON for an answer.' },
);
export type ApiOperation = Static<typeof ApiOperation>;

/** Tokens of an answer: far more than a message holds. */
const MAX_ANSWER_TOKENS = 8192;
/** Where `maxTokens` is absent. */
export const DEFAULT_ANSWER_TOKENS = 500;

const ModelOperation = Type.Object(
  {
    description,
    model: Type.String({ minLength: 1, maxLength: 200, description: 'As the endpoint calls it.' }),
    maxTokens: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_ANSWER_TOKENS,
        description: `Tokens of an answer at most: ${DEFAULT_ANSWER_TOKENS} if absent.`,
      }),
    ),
    parameters: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.Unsafe<JsonValue>({}), {
        maxProperties: MAX_MODEL_PARAMETERS,
        description: 'Further fields of the request. null leaves out one of ours that an endpoint does not know.',
        examples: [{ temperature: 0, response_format: null }],
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'A question to a model: `POST /chat/completions` below the baseUrl, as OpenAI and many others have it. What it is asked is in the operations of states (`instructions`, `answerSchema`).',
  },
);
export type ModelOperation = Static<typeof ModelOperation>;

const ToolOperation = Type.Object(
  {
    description,
    tool: Type.String({ minLength: 1, maxLength: 200, description: 'As the server calls it.' }),
    arguments: Type.Optional(
      Type.Record(Type.String({ maxLength: 200 }), Type.Unsafe<JsonValue>({}), {
        maxProperties: MAX_CONNECTOR_PARAMETERS,
        description: 'With placeholders, as in a body.',
        examples: [{ orderId: '{orderId}' }],
      }),
    ),
    placeholders,
  },
  {
    additionalProperties: false,
    description: 'A tool of an MCP server (Model Context Protocol, streamable HTTP) whose address is the baseUrl.',
  },
);
export type ToolOperation = Static<typeof ToolOperation>;

const ConnectorOperation = Type.Union([ApiOperation, ModelOperation, ToolOperation]);
export type ConnectorOperation = Static<typeof ConnectorOperation>;

/** Tokens of a turn, and of a day, where a connector sets none. */
export const DEFAULT_TOKEN_LIMITS = { perTurn: 20_000, perDay: 1_000_000 };

const TokenLimits = Type.Object(
  {
    perTurn: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: `Those of all operations of one turn: ${DEFAULT_TOKEN_LIMITS.perTurn} if absent.`,
      }),
    ),
    perDay: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000_000,
        description: `Those of this connector on a day, UTC: ${DEFAULT_TOKEN_LIMITS.perDay} if absent.`,
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'For models: tokens of questions and answers together. Beyond them an operation fails with `tokens_spent`.',
  },
);

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
    tokenLimits: Type.Optional(TokenLimits),
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
