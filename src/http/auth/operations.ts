/**
 * Every operation of the API and who may call it: the only place that says so. A route with an operation that is not here
 * is refused when the server starts; routes without an operation (pages, `/mcp`) say it themselves, in their `config`.
 */
import type { RouteOptions } from 'fastify';
import type { Scope } from '../../model/scope.ts';
import type { Principal } from './principal.ts';

/** Who may call: anybody, any client, a client whose token has the scope, or the operator, who may call everything. */
export type Access = 'public' | 'client' | Scope | 'operator';

type Operation = {
  access: Access;
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
  rotateAccessTokenKey: { access: 'operator' },
  logIn: { access: 'public' },
  getSession: { access: 'public' },
  logOut: { access: 'public' },
  createLogInLink: { access: 'operator' },
  listAccounts: { access: 'operator' },
  createAccount: { access: 'operator' },
  listCredentials: { access: 'operator' },
  createCredential: { access: 'operator' },
  deleteCredential: { access: 'operator' },
  listSigningTokens: { access: 'operator' },
  issueSigningToken: { access: 'operator' },
  promoteSigningToken: { access: 'operator' },
  retireSigningToken: { access: 'operator' },
  listBrands: { access: 'agents:read' },
  createBrand: { access: 'operator' },
  listAgents: { access: 'agents:read' },
  createAgent: { access: 'agents:write' },
  getAgent: { access: 'agents:read' },
  updateAgent: { access: 'agents:write' },
  deleteAgent: { access: 'agents:write' },
  launchAgent: { access: 'operator' },
  listDevices: { access: 'agents:read' },
  registerDevice: { access: 'agents:write' },
  updateDevice: { access: 'agents:write' },
  removeDevice: { access: 'agents:write' },
  listStates: { access: 'flows:read' },
  getState: { access: 'flows:read' },
  createState: { access: 'flows:write' },
  replaceState: { access: 'flows:write' },
  updateState: { access: 'flows:write' },
  deleteState: { access: 'flows:write' },
  getFlow: { access: 'flows:read' },
  replaceFlow: { access: 'flows:write', dryRun: 'flows:read' },
  listTests: { access: 'flows:read' },
  getTest: { access: 'flows:read' },
  putTest: { access: 'flows:write' },
  deleteTest: { access: 'flows:write' },
  runTests: { access: 'flows:read' },
  writeTestFromConversation: { access: 'conversations:read' },
  startReplay: { access: 'flows:write' },
  getReplay: { access: 'conversations:read' },
  deleteReplay: { access: 'flows:write' },
  getFunnel: { access: 'flows:read' },
  listFlowFindings: { access: 'flows:read' },
  startExploration: { access: 'flows:write' },
  getExploration: { access: 'flows:read' },
  deleteExploration: { access: 'flows:write' },
  listVersions: { access: 'flows:read' },
  publishVersion: { access: 'flows:publish' },
  getVersion: { access: 'flows:read' },
  activateVersion: { access: 'flows:publish' },
  diffVersions: { access: 'flows:read' },
  previewMessage: { access: 'flows:read' },
  listConnectors: { access: 'connectors:read' },
  createConnector: { access: 'connectors:write' },
  getConnector: { access: 'connectors:read' },
  replaceConnector: { access: 'connectors:write' },
  deleteConnector: { access: 'connectors:write' },
  listAuthentications: { access: 'connectors:read' },
  createAuthentication: { access: 'connectors:write' },
  deleteAuthentication: { access: 'connectors:write' },
  listMedia: { access: 'media:read' },
  getMedium: { access: 'media:read' },
  uploadMedium: { access: 'media:write' },
  deleteMedium: { access: 'media:write' },
  readMedium: { access: 'public' },
  lookAtMedium: { access: 'operator' },
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
  getFailureSummaryOfAll: { access: 'operator' },
  discardEvents: { access: 'events:write' },
  createRedelivery: { access: 'events:write' },
  listRedeliveries: { access: 'events:read' },
  getRedelivery: { access: 'events:read' },
  stopRedelivery: { access: 'events:write' },
  listDeadLetters: { access: 'operator' },
  retryDeadLetter: { access: 'operator' },
  deleteDeadLetter: { access: 'operator' },
  getOverview: { access: 'operator' },
  getOpenapi: { access: 'public' },
  getFlowSchema: { access: 'public' },
  getFlowTestSchema: { access: 'public' },
  createAccessToken: { access: 'public' },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

type Route = Pick<RouteOptions, 'schema' | 'config' | 'method' | 'url'> & { prefix?: string };

/** What a route needs of its caller; undefined for a part mounted under a prefix, which guards itself. @throws Error where neither the table nor the route says so */
export function operationOf({ schema, config, method, url, prefix }: Route): Operation | undefined {
  const id = schema?.operationId;
  if (id === undefined && config?.access !== undefined) return { access: config.access };
  if (id !== undefined && Object.hasOwn(OPERATIONS, id)) return OPERATIONS[id as OperationId];
  if (prefix) return undefined;
  throw new Error(`${id ?? `the route ${method} ${url}`} does not say who may call it`);
}

export function accessOf({ access, dryRun }: Operation, isDryRun: boolean): Access {
  return isDryRun ? (dryRun ?? access) : access;
}

/** Whether nothing is different afterwards. */
export function isReading(access: Access): boolean {
  return access.endsWith(':read');
}

export function mayCall(principal: Principal, access: Access): boolean {
  if (principal.kind === 'operator' || access === 'client' || access === 'public') return true;
  return access !== 'operator' && (principal.scopes === null || principal.scopes.has(access));
}
