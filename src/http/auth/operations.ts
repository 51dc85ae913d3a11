/**
 * Every operation of the API and who may call it: the only place that says so. A route with an operation that is not here
 * is refused when the server starts; routes without an operation (pages, `/mcp`) say it themselves, in their `config`.
 */
import type { RouteOptions } from 'fastify';
import type { ResourceKind } from '../../model/audit.ts';
import { hasRole, isRole, ROLE_OF_SCOPE, type Role } from '../../model/role.ts';
import { isScope, type Scope } from '../../model/scope.ts';
import type { Principal } from './principal.ts';

/**
 * Who may call: anybody; any client; a client whose token has the scope; no client, but any person, for what is their own
 * (`self`); or no client, but people from this role on. Whoever has the operator key may call everything.
 */
export type Access = 'public' | 'client' | Scope | 'self' | Role;

type Operation = {
  access: Access;
  /** The least role of a person, where it is not the one that the scope gives. */
  role?: Role;
  /** What it changes, which the audit log then has; messages and their events have records of their own. */
  changes?: ResourceKind;
  /** What is needed with `?dryRun=true`, which stores nothing. */
  dryRun?: Scope;
};

export const OPERATIONS = {
  getService: { access: 'public' },
  getHealth: { access: 'public' },
  getReadiness: { access: 'public' },
  getMetrics: { access: 'public' },
  getAccessTokenKeys: { access: 'public' },
  getAuthorizationServerMetadata: { access: 'public' },
  rotateAccessTokenKey: { access: 'owner', changes: 'access-token-key' },
  logIn: { access: 'public', changes: 'session' },
  getSession: { access: 'public' },
  logOut: { access: 'public', changes: 'session' },
  listSessions: { access: 'self' },
  endSession: { access: 'self', changes: 'session' },
  setPassword: { access: 'self', changes: 'person' },
  getPasskeyOptions: { access: 'public' },
  listPasskeys: { access: 'self' },
  getNewPasskeyOptions: { access: 'self' },
  createPasskey: { access: 'self', changes: 'passkey' },
  deletePasskey: { access: 'self', changes: 'passkey' },
  createLogInLink: { access: 'owner', changes: 'log-in-link' },
  listPeople: { access: 'owner' },
  createPerson: { access: 'owner', changes: 'person' },
  updatePerson: { access: 'owner', changes: 'person' },
  deletePerson: { access: 'owner', changes: 'person' },
  listAccounts: { access: 'reader' },
  createAccount: { access: 'owner', changes: 'account' },
  listCredentials: { access: 'reader' },
  createCredential: { access: 'owner', changes: 'credential' },
  deleteCredential: { access: 'owner', changes: 'credential' },
  listSigningTokens: { access: 'reader' },
  issueSigningToken: { access: 'owner', changes: 'signing-token' },
  promoteSigningToken: { access: 'owner', changes: 'signing-token' },
  retireSigningToken: { access: 'owner', changes: 'signing-token' },
  listBrands: { access: 'agents:read' },
  createBrand: { access: 'operator', changes: 'brand' },
  listAgents: { access: 'agents:read' },
  createAgent: { access: 'agents:write', changes: 'agent' },
  getAgent: { access: 'agents:read' },
  updateAgent: { access: 'agents:write', changes: 'agent' },
  deleteAgent: { access: 'agents:write', changes: 'agent' },
  launchAgent: { access: 'operator', changes: 'agent' },
  listDevices: { access: 'agents:read' },
  registerDevice: { access: 'agents:write', changes: 'device' },
  updateDevice: { access: 'agents:write', changes: 'device' },
  removeDevice: { access: 'agents:write', changes: 'device' },
  listEndpoints: { access: 'agents:read' },
  createEndpoint: { access: 'agents:write', changes: 'endpoint' },
  listEndpointStatistics: { access: 'events:read' },
  getEndpoint: { access: 'agents:read' },
  updateEndpoint: { access: 'agents:write', changes: 'endpoint' },
  deleteEndpoint: { access: 'agents:write', changes: 'endpoint' },
  listStates: { access: 'flows:read' },
  getState: { access: 'flows:read' },
  createState: { access: 'flows:write', changes: 'state' },
  replaceState: { access: 'flows:write', changes: 'state' },
  updateState: { access: 'flows:write', changes: 'state' },
  deleteState: { access: 'flows:write', changes: 'state' },
  getFlow: { access: 'flows:read' },
  replaceFlow: { access: 'flows:write', changes: 'flow', dryRun: 'flows:read' },
  listTests: { access: 'flows:read' },
  getTest: { access: 'flows:read' },
  putTest: { access: 'flows:write', changes: 'test' },
  deleteTest: { access: 'flows:write', changes: 'test' },
  runTests: { access: 'flows:read' },
  writeTestFromConversation: { access: 'conversations:read' },
  startReplay: { access: 'flows:write', changes: 'replay' },
  getReplay: { access: 'conversations:read' },
  deleteReplay: { access: 'flows:write', changes: 'replay' },
  getFunnel: { access: 'flows:read' },
  listFlowFindings: { access: 'flows:read' },
  startExploration: { access: 'flows:write', changes: 'exploration' },
  getExploration: { access: 'flows:read' },
  deleteExploration: { access: 'flows:write', changes: 'exploration' },
  listVersions: { access: 'flows:read' },
  publishVersion: { access: 'flows:publish', changes: 'version' },
  getVersion: { access: 'flows:read' },
  activateVersion: { access: 'flows:publish', changes: 'version' },
  diffVersions: { access: 'flows:read' },
  previewMessage: { access: 'flows:read' },
  listConnectors: { access: 'connectors:read' },
  createConnector: { access: 'connectors:write', changes: 'connector' },
  getConnector: { access: 'connectors:read' },
  replaceConnector: { access: 'connectors:write', changes: 'connector' },
  deleteConnector: { access: 'connectors:write', changes: 'connector' },
  runOperation: { access: 'connectors:write' },
  listAuthentications: { access: 'connectors:read' },
  createAuthentication: { access: 'connectors:write', role: 'operator', changes: 'authentication' },
  deleteAuthentication: { access: 'connectors:write', role: 'operator', changes: 'authentication' },
  listMedia: { access: 'media:read' },
  getMedium: { access: 'media:read' },
  uploadMedium: { access: 'media:write', changes: 'medium' },
  deleteMedium: { access: 'media:write', changes: 'medium' },
  readMedium: { access: 'public' },
  lookAtMedium: { access: 'reader' },
  sendState: { access: 'messages:send' },
  getMessage: { access: 'messages:read' },
  revokeMessage: { access: 'messages:send' },
  listConversations: { access: 'conversations:read' },
  getConversation: { access: 'conversations:read' },
  listConsentChanges: { access: 'conversations:read' },
  recordConsent: { access: 'conversations:write' },
  listEvents: { access: 'events:read' },
  getEvent: { access: 'events:read' },
  redeliverEvent: { access: 'events:write' },
  redeliverEvents: { access: 'events:write' },
  testWebhook: { access: 'events:write' },
  streamEvents: { access: 'events:read' },
  getFailureSummary: { access: 'events:read' },
  getFailureSummaryOfAll: { access: 'reader' },
  discardEvents: { access: 'events:write', changes: 'discard' },
  createRedelivery: { access: 'events:write', changes: 'redelivery' },
  listRedeliveries: { access: 'events:read' },
  getRedelivery: { access: 'events:read' },
  stopRedelivery: { access: 'events:write', changes: 'redelivery' },
  listDeadLetters: { access: 'reader' },
  retryDeadLetter: { access: 'operator', changes: 'dead-letter' },
  deleteDeadLetter: { access: 'operator', changes: 'dead-letter' },
  listAuditEntries: { access: 'audit:read' },
  getOverview: { access: 'reader' },
  getOpenapi: { access: 'public' },
  getAsyncapi: { access: 'public' },
  getFlowSchema: { access: 'public' },
  getFlowTestSchema: { access: 'public' },
  createAccessToken: { access: 'public' },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

export type Need = Pick<Operation, 'access' | 'role'>;

type Route = Pick<RouteOptions, 'schema' | 'config' | 'method' | 'url'> & { prefix?: string };

/**
 * What a route needs of its caller; undefined for a part mounted under a prefix, which guards itself.
 * @throws Error where neither the table nor the route says so
 */
export function operationOf({ schema, config, method, url, prefix }: Route): Operation | undefined {
  const id = schema?.operationId;
  if (id === undefined && config?.access !== undefined) return { access: config.access };
  if (id !== undefined && Object.hasOwn(OPERATIONS, id)) return OPERATIONS[id as OperationId];
  if (prefix) return undefined;
  throw new Error(`${id ?? `the route ${method} ${url}`} does not say who may call it`);
}

export function needOf(operation: Operation, isDryRun: boolean): Need {
  return isDryRun && operation.dryRun ? { access: operation.dryRun } : operation;
}

/** Whether nothing is different afterwards. */
export function isReading({ access }: Need): boolean {
  return access.endsWith(':read') || access === 'reader';
}

export function mayCall(principal: Principal, need: Need): boolean {
  const { access } = need;
  if (principal.kind === 'operator' || access === 'client' || access === 'public') return true;
  if (principal.kind === 'person') return hasRole(principal.role, leastRole(need));
  return isScope(access) && (principal.scopes === null || principal.scopes.has(access));
}

/** The role from which on a person may call it. */
export function leastRole({ access, role }: Need): Role {
  if (role !== undefined) return role;
  if (isScope(access)) return ROLE_OF_SCOPE[access];
  return isRole(access) ? access : 'reader';
}

/** @throws TypeError where the table says that it changes nothing */
export function changedBy(operationId: string): ResourceKind {
  const { changes }: Operation = OPERATIONS[operationId as OperationId];
  if (changes === undefined) throw new TypeError(`${operationId} changes nothing, says the table of operations`);
  return changes;
}
