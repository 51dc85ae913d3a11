/**
 * The schemas that have a name in the OpenAPI document, and the parameters that many routes share. Their meaning is in
 * `model/`.
 */
import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { Account, NewAccount } from '../../model/account.ts';
import { Agent, AgentPatch, NewAgent, StateId } from '../../model/agent.ts';
import { AuditEntry } from '../../model/audit.ts';
import { Authentication, NewAuthentication } from '../../model/authentication.ts';
import { Brand, NewBrand } from '../../model/brand.ts';
import { Connector, ConnectorId, NewConnector } from '../../model/connector.ts';
import { ConsentChange, ConsentRecord } from '../../model/consent.ts';
import { ConsoleSession } from '../../model/console-session.ts';
import { Conversation, ConversationSummary } from '../../model/conversation.ts';
import { Credential, CredentialWithSecret, NewCredential } from '../../model/credential.ts';
import { DeadLetter } from '../../model/dead-letter.ts';
import { Device, DevicePatch, NewDevice } from '../../model/device.ts';
import { Endpoint, EndpointPatch, NewEndpoint } from '../../model/endpoint.ts';
import { ServerEvent, UserEvent, UserMessage } from '../../model/event.ts';
import { Exploration, NewExploration } from '../../model/exploration.ts';
import { EndpointStatistics, FailureSummary } from '../../model/failure-summary.ts';
import { Finding } from '../../model/finding.ts';
import { Flow, FlowChanges } from '../../model/flow.ts';
import { FlowDiff } from '../../model/flow-diff.ts';
import { FlowTest, FlowTestSummary } from '../../model/flow-test.ts';
import { ForwardedEvent } from '../../model/forwarded-event.ts';
import { Funnel } from '../../model/funnel.ts';
import { Medium } from '../../model/medium.ts';
import { Message } from '../../model/message.ts';
import { Overview } from '../../model/overview.ts';
import { PageQuery } from '../../model/page.ts';
import { Passkey } from '../../model/passkey.ts';
import { NewPerson, Person, PersonPatch } from '../../model/person.ts';
import { PhoneNumber } from '../../model/phone-number.ts';
import { Preview, PreviewRequest } from '../../model/preview.ts';
import { Redelivery } from '../../model/redelivery.ts';
import { Replay, ReplayRequest } from '../../model/replay.ts';
import { SendAnswer, SendRequest } from '../../model/send-request.ts';
import { NewSigningToken, SigningToken, SigningTokenWithSecret } from '../../model/signing-token.ts';
import { StateBody } from '../../model/state.ts';
import { SuiteResult } from '../../model/test-result.ts';
import { ActivationRequest, FlowVersion, NewVersion } from '../../model/version.ts';
import { OAuthErrorBody } from '../auth/oauth-error.ts';
import { ProblemDocument } from './problems.ts';

/** A warning about a request that succeeded, by field. */
const Warning = Type.Object({
  path: Type.String({ description: 'JSON pointer into the body.' }),
  message: Type.String(),
});

const State = Type.Object({
  agentId: Type.String(),
  stateId: StateId,
  ...StateBody.properties,
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
});

const SavedState = Type.Object({
  ...State.properties,
  warnings: Type.Optional(Type.Array(Warning, { description: 'Things that are allowed but may be mistakes.' })),
});

/** By reference: the document would otherwise hold every field of a state twice. */
const NamedFlow = Type.Unsafe<Flow>({
  ...Flow,
  properties: {
    ...Flow.properties,
    states: { ...Flow.properties.states, additionalProperties: { $ref: 'StateBody#' } },
  },
});

const SavedFlow = Type.Object({
  ...FlowChanges.properties,
  warnings: Type.Optional(Type.Array(Warning, { description: 'Things that are allowed but may be mistakes.' })),
  errors: Type.Optional(Type.Array(Warning, { description: 'With `dryRun`: why the document would be refused.' })),
  findings: Type.Optional(
    Type.Array(Finding, {
      description: 'With `dryRun`, of a document that would be accepted: what the verifier finds.',
    }),
  ),
});

/** Merged field by field; `null` removes a field. */
const StatePatch = Type.Object(
  Object.fromEntries(
    Object.entries(StateBody.properties).map(([field, schema]) => [
      field,
      Type.Optional(Type.Union([schema, Type.Null()])),
    ]),
  ),
  { additionalProperties: false },
);

/** A connector without its id, which is in the path. */
// A type derived from a closed schema is open again unless closed explicitly.
const ConnectorDefinition = Type.Omit(NewConnector, ['connectorId'], { additionalProperties: false });

export const SCHEMAS = {
  Account,
  NewAccount,
  Agent,
  AgentPatch,
  NewAgent,
  Brand,
  NewBrand,
  Authentication,
  NewAuthentication,
  Connector,
  NewConnector,
  ConnectorDefinition,
  Credential,
  CredentialWithSecret,
  NewCredential,
  Device,
  NewDevice,
  DevicePatch,
  Endpoint,
  NewEndpoint,
  EndpointPatch,
  EndpointStatistics,
  SigningToken,
  SigningTokenWithSecret,
  NewSigningToken,
  State,
  StateBody,
  StatePatch,
  SavedState,
  Flow: NamedFlow,
  SavedFlow,
  Finding,
  NewExploration,
  Exploration,
  FlowDiff,
  FlowTest,
  FlowTestSummary,
  SuiteResult,
  FlowVersion,
  NewVersion,
  ActivationRequest,
  Funnel,
  Replay,
  ReplayRequest,
  Preview,
  PreviewRequest,
  SendRequest,
  SendAnswer,
  Medium,
  Message,
  Conversation,
  ConversationSummary,
  ConsentChange,
  ConsentRecord,
  ForwardedEvent,
  FailureSummary,
  Redelivery,
  DeadLetter,
  Overview,
  AuditEntry,
  Person,
  NewPerson,
  PersonPatch,
  ConsoleSession,
  Passkey,
  UserMessage,
  UserEvent,
  ServerEvent,
  Problem: ProblemDocument,
  OAuthError: OAuthErrorBody,
} as const;

export type SchemaName = keyof typeof SCHEMAS;

/** A reference by name, typed as what it names. */
export function ref<Name extends SchemaName>(name: Name) {
  return Type.Unsafe<Static<(typeof SCHEMAS)[Name]>>({ $ref: `${name}#` });
}

export function addSchemas(server: FastifyInstance): void {
  for (const [name, schema] of Object.entries(SCHEMAS)) server.addSchema({ ...schema, $id: name });
  // Checked by `checkState`, in words that people understand; Ajv's for its unions are not. The OpenAPI document has
  // the whole schema.
  server.addSchema({ $id: 'ContentMessage', type: 'object' });
}

export const NoContent = Type.Null({ description: 'Done; no body.' });

const Id = Type.String({ minLength: 1, maxLength: 100 });

export const AgentPath = Type.Object({ agentId: Id });
export const StatePath = Type.Object({ agentId: Id, stateId: StateId });
/** What a browser says by itself, and the console adds. Checked where the session is, and only there. */
export const FromConsole = Type.Object({
  origin: Type.Optional(Type.String({ description: 'Of this service; browsers send it.' })),
  'x-parley-console': Type.Optional(Type.String({ description: '`1`.' })),
});

const VersionNumber = Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: 'As in the list.' });
export const VersionPath = Type.Object({ agentId: Id, version: VersionNumber });
export const DevicePath = Type.Object({ agentId: Id, phoneNumber: PhoneNumber });
export const ClientPath = Type.Object({ clientId: Id });
export const ConnectorPath = Type.Object({ connectorId: ConnectorId });
export const AuthenticationPath = Type.Object({ connectorId: ConnectorId, authenticationId: Id });
export const SessionPath = Type.Object({ sessionId: Id });
export const PasskeyPath = Type.Object({ passkeyId: Id });
export const PersonPath = Type.Object({ personId: Id });
export const EndpointPath = Type.Object({ agentId: Id, endpointId: Id });
export const SigningTokenPath = Type.Object({ signingTokenId: Id });

export const AccountPageQuery = Type.Object(
  {
    ...PageQuery,
    accountId: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Limits the list to this account. If absent, the operator sees all accounts.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Where ids are unique within an account. */
export const AccountQuery = Type.Object(
  {
    accountId: Type.Optional(
      Type.String({ maxLength: 100, description: 'For the operator: which account; `default` if absent.' }),
    ),
  },
  { additionalProperties: false },
);

export const PlainPageQuery = Type.Object(PageQuery, { additionalProperties: false });

/** A time that a query may be limited to. */
export const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));
