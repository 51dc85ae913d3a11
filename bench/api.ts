/** Set-up and read-out of a run through the ordinary HTTP APIs of service and emulator, outside the measurement. */
import { createClient, requestToken, type Schemas } from '#client';
import { checkServiceAccountKey, exchangeKey } from '../src/transports/google-token.ts';
import type { Rig } from './rig.ts';

const MESSAGING_SCOPE = 'https://www.googleapis.com/auth/rcsbusinessmessaging';
const TOKEN_TIMEOUT_MS = 10_000;
/** Concurrent requests while handsets are set up or read. */
const PARALLEL = 64;
/** A day, the emulator's maximum: accepted and on its way, but not delivered during the measurement. */
const NEVER_DELIVERED_MS = 86_400_000;

export type Tenant = { agentId: string; clientToken: string; signingToken: string };
export type Tenants = Omit<Tenant, 'agentId'> & { agentIds: string[] };
type AgentSettings = { config: Schemas['Agent']['config']; states: Record<string, Schemas['StateBody']> };

/** A client with a token, and a launched agent with these states, whose events go to the sink, signed. */
export async function setUpTenant(rig: Rig, agent: AgentSettings): Promise<Tenant> {
  const { agentIds, ...client } = await setUpAgents(rig, agent, ['/webhook']);
  return { agentId: agentIds[0]!, ...client };
}

/** An additional account. Returns its id. */
export async function setUpAccount({ service, operatorKey }: Rig, name: string): Promise<string> {
  const operator = createClient({ url: service.url, token: operatorKey });
  return (await operator.POST('/accounts', { body: { name } })).accountId;
}

/** The same with many such agents, each with its own endpoint at the sink. */
export async function setUpAgents(
  { service, sink, operatorKey }: Rig,
  { config, states }: AgentSettings,
  endpoints: readonly string[],
  accountId = 'default',
): Promise<Tenants> {
  const operator = createClient({ url: service.url, token: operatorKey });
  const { brandId } = await operator.POST('/brands', { body: { name: 'Bench', accountId } });
  const credential = await operator.POST('/credentials', { body: { name: 'bench', accountId } });
  const { signingToken } = await operator.POST('/signing-tokens', { body: { accountId } });
  const clientToken = await requestToken(service.url, credential);
  const client = createClient({ url: service.url, token: clientToken });
  const agentIds: string[] = [];
  for (const endpoint of endpoints) {
    const settings = { ...config, eventForwardUrl: sink.url + endpoint };
    const { agentId } = await client.POST('/agents', {
      body: { name: `Bench bot ${endpoint}`, brandId, useCase: 'TRANSACTIONAL', config: settings },
    });
    for (const [stateId, body] of Object.entries(states)) {
      await client.POST('/agents/{agentId}/states/{stateId}', { params: { path: { agentId, stateId } }, body });
    }
    await operator.POST('/agents/{agentId}/launch', { params: { path: { agentId } } });
    agentIds.push(agentId);
  }
  return { agentIds, clientToken, signingToken };
}

/** An access token of the platform, obtained with its service account as the service does. */
export async function platformToken({ emulator, operatorKey }: Rig): Promise<string> {
  const key = await createClient({ url: emulator.url, token: operatorKey }).call('get', '/emulator/service-account');
  return (await exchangeKey(checkServiceAccountKey(key, 'the emulator'), MESSAGING_SCOPE, TOKEN_TIMEOUT_MS)).text;
}

/**
 * Handsets that are on and accept messages; without `receipts` nothing is delivered, so no DELIVERED comes back.
 * `faults`: the first responses to sends to them.
 */
export async function setUpHandsets(
  { emulator, operatorKey }: Rig,
  phoneNumbers: readonly string[],
  { receipts, faults = [] }: { receipts: boolean; faults?: { status: number; times: number }[] },
): Promise<void> {
  const settings = { ...(!receipts && { deliverDelayMs: NEVER_DELIVERED_MS }), faults };
  const client = createClient({ url: emulator.url, token: operatorKey });
  await inParallel(phoneNumbers, (phoneNumber) =>
    client.call('put', `/emulator/handsets/${phoneNumber}`, { body: settings }),
  );
}

export type EmulatorCounts = { accepted: number; duplicates: number; delivered: number; undelivered: number };

export async function emulatorCounts({ emulator, operatorKey }: Rig): Promise<EmulatorCounts> {
  const client = createClient({ url: emulator.url, token: operatorKey });
  return (await client.call<{ messages: EmulatorCounts }>('get', '/emulator/statistics')).messages;
}

/** The maximum messages per handset that the emulator keeps. */
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
  const client = createClient({ url: emulator.url, token: operatorKey });
  const found: TranscriptEntry[][] = [];
  await inParallel(phoneNumbers, async (phoneNumber) => {
    const path = `/emulator/handsets/${phoneNumber}?limit=${TRANSCRIPT_LIMIT}`;
    found.push((await client.call<{ transcript: TranscriptEntry[] }>('get', path)).transcript);
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
