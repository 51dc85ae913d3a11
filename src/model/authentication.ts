/** A credential that a connector sends. It is sealed when stored; the API returns it without its secret. */
import Type, { type Static } from 'typebox';
import { ConnectorId } from './connector.ts';

/** The `authenticationId` that sends no credentials (specification, "Operation"). */
export const NO_AUTHENTICATION = 'none';

const AUTHENTICATION_TYPES = ['basic', 'bearer', 'apiKey', 'oauth2ClientCredentials'] as const;
export type AuthenticationType = (typeof AUTHENTICATION_TYPES)[number];

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'A label for people.' });

/** Visible ASCII: fits into a header as it is. */
const HeaderSecret = Type.String({ pattern: '^[\\x21-\\x7e]+$', minLength: 1, maxLength: 8192, writeOnly: true });

const BasicAuthentication = Type.Object(
  {
    name,
    type: Type.Literal('basic'),
    username: Type.String({
      maxLength: 500,
      pattern: '^[^:\\x00-\\x1f]*$',
      description: 'No colon (RFC 7617).',
    }),
    password: Type.String({ maxLength: 1000, pattern: '^[^\\x00-\\x1f]*$', writeOnly: true }),
  },
  { additionalProperties: false, description: '`Authorization: Basic …`' },
);

const BearerAuthentication = Type.Object(
  { name, type: Type.Literal('bearer'), token: HeaderSecret },
  { additionalProperties: false, description: '`Authorization: Bearer …`' },
);

const ApiKeyAuthentication = Type.Object(
  {
    name,
    type: Type.Literal('apiKey'),
    in: Type.Enum(['header', 'query'], { type: 'string', description: 'Where the key is sent.' }),
    parameter: Type.String({
      pattern: '^[A-Za-z0-9._-]{1,100}$',
      description: 'The name of the header or of the query parameter.',
      examples: ['X-Api-Key'],
    }),
    key: HeaderSecret,
  },
  { additionalProperties: false, description: 'A key in a header or in the query.' },
);

const OAuth2Authentication = Type.Object(
  {
    name,
    type: Type.Literal('oauth2ClientCredentials'),
    tokenUrl: Type.String({ minLength: 1, maxLength: 2048, description: 'The token endpoint: https, a public host.' }),
    clientId: Type.String({ minLength: 1, maxLength: 500 }),
    clientSecret: Type.String({ minLength: 1, maxLength: 4096, writeOnly: true }),
    scope: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    clientAuthentication: Type.Optional(
      Type.Enum(['basic', 'body'], {
        type: 'string',
        description: 'How the client authenticates at the token endpoint (RFC 6749 §2.3.1): `basic` if absent.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'A token is fetched with the client-credentials grant and cached until it expires.',
  },
);

export const NewAuthentication = Type.Union([
  BasicAuthentication,
  BearerAuthentication,
  ApiKeyAuthentication,
  OAuth2Authentication,
]);
export type NewAuthentication = Static<typeof NewAuthentication>;

export const Authentication = Type.Object(
  {
    authenticationId: Type.String(),
    connectorId: ConnectorId,
    name: Type.String(),
    type: Type.Enum([...AUTHENTICATION_TYPES], { type: 'string' }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);
export type Authentication = Static<typeof Authentication>;
