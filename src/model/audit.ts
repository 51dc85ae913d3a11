/** The audit log: an entry for each change that was made through the API. Written by `http/api/audited.ts`. */
import Type, { type Static } from 'typebox';

const RESOURCE_KINDS = [
  ...([
    'access-token-key',
    'account',
    'credential',
    'signing-token',
    'session',
    'log-in-link',
    'person',
    'passkey',
    'brand',
  ] as const),
  ...(['agent', 'device', 'state', 'flow', 'test', 'version', 'replay', 'exploration'] as const),
  ...(['connector', 'authentication', 'medium', 'endpoint', 'redelivery', 'discard', 'dead-letter'] as const),
] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

export const ResourceKindName = Type.Enum([...RESOURCE_KINDS], { type: 'string' });

const Value = (description: string) =>
  Type.Unsafe<object | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description,
  });

export const AuditEntry = Type.Object({
  auditId: Type.String(),
  at: Type.String({ format: 'date-time' }),
  actor: Type.Object({
    kind: Type.Enum(['operator', 'person', 'client'], { type: 'string', description: 'More kinds may come.' }),
    id: Type.String({
      description: 'The personId; the client id of the credential; `operator` for the operator key.',
    }),
    name: Type.Optional(Type.String({ description: 'Of the person, as it was then.' })),
  }),
  accountId: Type.Union([Type.String(), Type.Null()], { description: 'Null where it is of no account.' }),
  operation: Type.String({ description: 'The operationId, as in this document.', examples: ['updateAgent'] }),
  resource: Type.Object({
    kind: ResourceKindName,
    id: Type.String(),
    agentId: Type.Optional(Type.String({ description: 'The agent that it is or belongs to.' })),
  }),
  before: Value('What was there before: of a change, the parts that differ; null where there was nothing.'),
  after: Value('What is there since: of a change, the parts that differ; null where it is gone.'),
  address: Type.String({ description: 'Where the request came from; behind `TRUST_PROXY`, the caller.' }),
  requestId: Type.String({ description: '`X-Request-Id` of the response.' }),
});
export type AuditEntry = Static<typeof AuditEntry>;
