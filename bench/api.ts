/** What a run asks of the service and of the emulator before and after it measures, over the same HTTP as everyone. */
import { checkServiceAccountKey, exchangeKey } from '../src/transports/google-token.ts';
import type { Rig } from './rig.ts';

const MESSAGING_SCOPE = 'https://www.googleapis.com/auth/rcsbusinessmessaging';
const TOKEN_TIMEOUT_MS = 10_000;
/** Requests under way at once while handsets are set up or read. */
const PARALLEL = 64;
/** A day, the emulator's longest: accepted and on its way, but not delivered while anybody measures. */
const NEVER_DELIVERED_MS = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: the answers are read field by field where they are used
type Json = any;

/** @throws Error for any answer but a 2xx */
async function call(origin: string, token: string, method: string, path: string, body?: unknown): Promise<Json> {
  const response = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

export type Tenant = { agentId: string; clientToken: string; signingToken: string };
export type Tenants = Omit<Tenant, 'agentId'> & { agentIds: string[] };
type AgentSettings = { config: object; states: Record<string, object> };

/** A client with a token, and a launched agent with these states, whose events go to the sink, signed. */
export async function setUpTenant(rig: Rig, agent: AgentSettings): Promise<Tenant> {
  const { agentIds, ...client } = await setUpAgents(rig, agent, ['/webhook']);
  return { agentId: agentIds[0]!, ...client };
}

/** An account beside the one that is there. Returns its id. */
export async function setUpAccount({ service, operatorKey }: Rig, name: string): Promise<string> {
  return (await call(service.url, operatorKey, 'POST', '/accounts', { name })).accountId;
}

/** The same with many such agents, each with an endpoint of its own at the sink. */
export async function setUpAgents(
  { service, sink, operatorKey }: Rig,
  { config, states }: AgentSettings,
  endpoints: readonly string[],
  accountId = 'default',
): Promise<Tenants> {
  const asOperator = (path: string, body: object) => call(service.url, operatorKey, 'POST', path, body);
  const { brandId } = await asOperator('/brands', { name: 'Bench', accountId });
  const { clientId, clientSecret } = await asOperator('/credentials', { name: 'bench', accountId });
  const { signingToken } = await asOperator('/signing-tokens', { accountId });
  const granted = await fetch(`${service.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token: clientToken } = (await granted.json()) as { access_token: string };
  const asClient = (path: string, body: object) => call(service.url, clientToken, 'POST', path, body);
  const agentIds: string[] = [];
  for (const endpoint of endpoints) {
    const settings = { ...config, eventForwardUrl: sink.url + endpoint };
    const agent = { name: `Bench bot ${endpoint}`, brandId, useCase: 'TRANSACTIONAL', config: settings };
    const { agentId } = await asClient('/agents', agent);
    for (const [stateId, state] of Object.entries(states)) {
      await asClient(`/agents/${agentId}/states/${stateId}`, state);
    }
    await asOperator(`/agents/${agentId}/launch`, {});
    agentIds.push(agentId);
  }
  return { agentIds, clientToken, signingToken };
}

/** An access token of the platform, obtained with its service account as the service does. */
export async function platformToken({ emulator, operatorKey }: Rig): Promise<string> {
  const key = await call(emulator.url, operatorKey, 'GET', '/emulator/service-account');
  return (await exchangeKey(checkServiceAccountKey(key, 'the emulator'), MESSAGING_SCOPE, TOKEN_TIMEOUT_MS)).text;
}

/**
 * Handsets that are on and take messages; without `receipts` nothing is delivered, so that no DELIVERED comes back.
 * `faults`: what sends to them are answered with first.
 */
export async function setUpHandsets(
  { emulator, operatorKey }: Rig,
  phoneNumbers: readonly string[],
  { receipts, faults = [] }: { receipts: boolean; faults?: { status: number; times: number }[] },
): Promise<void> {
  const settings = { ...(!receipts && { deliverDelayMs: NEVER_DELIVERED_MS }), faults };
  await inParallel(phoneNumbers, (phoneNumber) =>
    call(emulator.url, operatorKey, 'PUT', `/emulator/handsets/${phoneNumber}`, settings),
  );
}

export type EmulatorCounts = { accepted: number; duplicates: number; delivered: number; undelivered: number };

export async function emulatorCounts({ emulator, operatorKey }: Rig): Promise<EmulatorCounts> {
  return (await call(emulator.url, operatorKey, 'GET', '/emulator/statistics')).messages;
}

/** The most messages of a handset that the emulator keeps. */
export const TRANSCRIPT_LIMIT = 500;

export type TranscriptEntry = {
  direction: 'OUTBOUND' | 'INBOUND';
  text?: string;
  contentMessage?: { text?: string };
  acceptedAt: string;
};

export async function transcripts(
  { emulator, operatorKey }: Rig,
  phoneNumbers: readonly string[],
): Promise<TranscriptEntry[][]> {
  const found: TranscriptEntry[][] = [];
  await inParallel(phoneNumbers, async (phoneNumber) => {
    const path = `/emulator/handsets/${phoneNumber}?limit=${TRANSCRIPT_LIMIT}`;
    found.push((await call(emulator.url, operatorKey, 'GET', path)).transcript);
  });
  return found;
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const rest = [...items];
  const workOn = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, workOn));
}
