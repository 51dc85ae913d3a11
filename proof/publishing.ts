/**
 * A service that is killed in the middle of publications, again and again, while clients send: each turn ran on the old
 * or on the new version, and every version that is listed is whole. A separate stage, since the load publishes nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from './checks.ts';
import type { Rig } from './rig.ts';
import type { Service } from './service.ts';
import { awaitRest } from './settle.ts';
import { caller } from './stage.ts';

/** It takes half a minute on a busy machine: too much for a run shorter than this. */
export const PUBLISHING_FROM_MINUTES = 1;
/** At every second publication: so many that were killed, and so many that were not, are enough. */
const KILL_AT = 'during-publish:0.5';
const KILLED = 3;
const PUBLISHED = 2;
/** Both have happened by then, but for once in ten million runs. */
const MAX_EDITIONS = 40;
const PHONES = 20;
const SEND_EVERY_MS = 40;
/** Between two publications. */
const TURNS_MS = 200;
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 100;

type Body = { transitions?: { condition: string }[]; template?: { contentMessage: { text: string } } };
type Flow = { states: Record<string, Body> };
type Turn = {
  number: number;
  phoneNumber: string;
  version: number | null;
  condition: string | null;
  text: string | null;
};

export async function publishAndDie(rig: Rig): Promise<Check> {
  await using service = await rig.startService('service-of-the-publications', { PARLEY_TEST_KILL_AT: KILL_AT });
  const call = caller(service.url, rig.operatorKey);
  const { brandId } = await call('POST', '/brands', { name: 'Publishing' });
  const { agentId } = (await call('POST', '/agents', {
    ...{ name: 'Publishing', brandId, useCase: 'TRANSACTIONAL', config: { capabilityCheck: false } },
  })) as { agentId: string };
  await call('POST', `/agents/${agentId}/launch`, {});
  await call('PUT', `/agents/${agentId}/flow`, edition(0));
  await call('PATCH', `/agents/${agentId}`, { config: { publishing: 'explicit' } });

  const client = clientOf(service, rig.operatorKey);
  const stopSending = new AbortController();
  const sending = sendUntil(stopSending.signal, client, agentId);
  const published = await publishEditions(client, agentId);
  stopSending.abort();
  await sending;
  const breaches = await awaitRest(rig.database, PATIENCE_MS);
  const { editions, wrong } = await readVersions(client, agentId, published.versions);
  const turns = await readTurns(rig, agentId);
  breaches.push(...published.wrong, ...wrong, ...turns.flatMap((turn) => wrongTurn(turn, editions)));
  if (published.killed < KILLED) breaches.push(`only ${published.killed} publications were killed`);
  return { name: 'a publication that is killed is whole or never was', lookedAt: turns.length, breaches };
}

/** Two states that a turn enters one after the other; both tell which edition of the flow they are of. */
function edition(n: number): Flow & { defaultState: string } {
  const begins = { transitions: [{ condition: `{% assign edition = ${n} %}true`, nextState: 'ends' }] };
  return {
    defaultState: 'begins',
    states: { begins, ends: { template: { contentMessage: { text: `edition ${n}` } } } },
  };
}

const editionIn = (text: string | undefined | null) => Number(/\d+/.exec(text ?? '')?.[0] ?? Number.NaN);

/** The versions that were answered with 201, by edition, and how many got no answer. */
async function publishEditions({ once, insist }: Client, agentId: string) {
  const versions = new Map<number, number>();
  const wrong: string[] = [];
  let killed = 0;
  for (let n = 1; n <= MAX_EDITIONS && (killed < KILLED || versions.size < PUBLISHED); n++) {
    await insist('PUT', `/agents/${agentId}/flow`, edition(n));
    const answer = await once('POST', `/agents/${agentId}/versions`, {});
    if (answer) versions.set(n, (answer as { version: number }).version);
    else killed += 1;
    wrong.push(...wrongLive(await listVersions(insist, agentId)));
    // Some turns on what is live now.
    await delay(TURNS_MS);
  }
  return { versions, killed, wrong };
}

/** One request at a time, of a client that knows that the service may die of it. */
function clientOf(service: Service, operatorKey: string) {
  const headers = { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' };

  /** Null when there is no answer: the process is dead. @throws when there is another one than a 2xx */
  async function once(method: string, path: string, body?: object): Promise<object | null> {
    const given = body && { body: JSON.stringify(body) };
    const response = await fetch(service.url + path, { method, headers, ...given }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (!response || typeof text !== 'string') return null;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as object;
  }

  return {
    once,
    /** Again until it is answered: the service that died is restarted at once. */
    async insist<Answer>(method: string, path: string, body?: object): Promise<Answer> {
      for (const giveUpAt = performance.now() + PATIENCE_MS; performance.now() < giveUpAt; await delay(LOOK_EVERY_MS)) {
        const answer = service.isReady() && (await once(method, path, body));
        if (answer) return answer as Answer;
      }
      throw new Error(`${service.name} does not answer ${method} ${path}`);
    },
  };
}

type Client = ReturnType<typeof clientOf>;

/** As a client that does not mind what is lost: what was accepted is in the turns. */
async function sendUntil(signal: AbortSignal, { once }: Client, agentId: string): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const phoneNumber = `+1559${String(n % PHONES).padStart(7, '0')}`;
    // Refused while the service starts.
    await once('POST', `/agents/${agentId}/states/begins/send/${phoneNumber}`, {}).catch(() => null);
    await delay(SEND_EVERY_MS);
  }
}

/** The edition of each version that is listed, and those that are not whole or not what was answered. */
async function readVersions({ insist }: Client, agentId: string, published: Map<number, number>) {
  const versions = await listVersions(insist, agentId);
  const editions = new Map<number, number>();
  const wrong: string[] = [];
  for (const { version } of versions) {
    const { states } = await insist<Flow>('GET', `/agents/${agentId}/flow?version=${version}`);
    const begins = editionIn(states['begins']?.transitions?.[0]?.condition);
    const ends = editionIn(states['ends']?.template?.contentMessage.text);
    if (begins === ends) editions.set(version, begins);
    else wrong.push(`version ${version} has the beginning of edition ${begins} and the end of ${ends}`);
  }
  for (const [n, version] of published) {
    if (editions.get(version) !== n) wrong.push(`version ${version} was answered for edition ${n}, and is another`);
  }
  return { editions, wrong };
}

type Listed = { version: number; percent: number };

async function listVersions(insist: Client['insist'], agentId: string): Promise<Listed[]> {
  return (await insist<{ versions: Listed[] }>('GET', `/agents/${agentId}/versions`)).versions;
}

/** A version is frozen and made live at once: the newest one is live alone, whatever was killed. */
function wrongLive(versions: Listed[]): string[] {
  const live = versions.filter(({ percent }) => percent > 0);
  if (live.length === 1 && live[0] === versions[0] && live[0]?.percent === 100) return [];
  return [`live are ${JSON.stringify(live)}, not version ${versions[0]?.version} alone`];
}

async function readTurns({ database }: Rig, agentId: string): Promise<Turn[]> {
  return database<Turn[]>`
    select number::int, phone_number as "phoneNumber", version, (
             select content ->> 'text' from message
             where message.lane = turn.lane and message.message_id = turn.message_id and message.day = turn.day
           ) as text,
           jsonb_path_query_first(trace::jsonb, '$[*] ? (@.step == "condition").condition') #>> '{}' as condition
    from turn where agent_id = ${agentId} and item ->> 'kind' = 'send'`;
}

function wrongTurn({ number, phoneNumber, version, condition, text }: Turn, editions: Map<number, number>): string[] {
  const [begins, ends] = [editionIn(condition), editionIn(text)];
  const of = version === null ? undefined : editions.get(version);
  if (begins === ends && ends === of) return [];
  return [
    `turn ${number} of ${phoneNumber} began in edition ${begins}, ended in ${ends}, on version ${version} (${of})`,
  ];
}
