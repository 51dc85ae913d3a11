/** What happens outside of the API between two requests of the examples' story: users write, webhooks refuse, devices answer. */
import { request } from 'undici';
import type { Example } from '../../src/http/contract/examples.ts';
import type { Service } from '../harness.ts';
import { until } from '../until.ts';
import { createAuthenticator } from './authenticator.ts';
import type { StandIns } from './stand-ins.ts';

// Named by the story.
const MESSAGE = '01a15f90-0000-7000-8000-000000000001';
const REPLAY = 'replay_01a15f90-0000-7000-8000-000000000002';
const EXPLORATION = 'exploration_01a15f90-0000-7000-8000-000000000003';
const PHONE = '+12025550123';

/** What a webhook answers. */
export type Webhook = { status: number };
/** What callers show, by the name of the security scheme. */
export type Credentials = Record<string, Record<string, string>>;

type Surroundings = { service: Service; standIns: StandIns; webhook: Webhook; credentials: Credentials };

/** What has to happen before a request of an operation. */
export function createSurroundings({
  service,
  standIns,
  webhook,
  credentials,
}: Surroundings): Record<string, (example: Example) => Promise<unknown>> {
  const agentPath = (rest: string) => standIns.actual(`/agents/agent_cornershop0000000001${rest}`);
  const body = async (path: string) => (await service.call('GET', path)).body;
  const writes = (text: string) =>
    service.call('POST', `/emulator/handsets/${PHONE}/messages`, { agentId: agentPath('').slice(8), text });
  const isForwarded = ({ status }: { status: string }) => status === 'FORWARDED';
  /** Those of the sent message, of the user's and of the answer. */
  const allForwarded = () =>
    until(async () => {
      const { events } = await body(agentPath('/events'));
      return events.length === 5 && events.every(isForwarded);
    }, 'five forwarded events');
  const jobEnds = (path: string) =>
    until(async () => (await body(agentPath(path))).status === 'done', `the end of ${path}`);

  /** Nothing gives up on an item for a test to see it: such rows are written. */
  const addDeadLetters = (numbers: string[]) => service.app.context.sql`
    insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
    select 0, seq, ${agentPath('').slice(8)}, ${PHONE}, '{"kind":"send"}', 5, 'the connector never answered'
    from unnest(${numbers}::bigint[]) as seq`;

  return {
    getReadiness: () => until(async () => (await body('/readyz')).ready, 'readiness'),
    getMessage: () =>
      until(async () => {
        const { status, events } = await body(agentPath(`/messages/${MESSAGE}`));
        return status === 'DELIVERED' && events.length === 2 && events.every(isForwarded);
      }, 'the delivery, and its events'),
    async listConversations() {
      await writes('4711');
      await allForwarded();
    },
    /** Only a device can answer: it does, and its answer is known by the story's. */
    async createPasskey({ body: told }) {
      const headers = credentials['consoleSession']!;
      const asked = await request(`${service.url}/session/passkeys/options`, { headers });
      const { id, response } = createAuthenticator(service.url).create((await asked.body.json()) as never);
      const { credential } = told as { credential: { id: string; response: Record<keyof typeof response, string> } };
      standIns.set(id, credential.id);
      standIns.set(response.clientDataJSON, credential.response.clientDataJSON);
      standIns.set(response.attestationObject, credential.response.attestationObject);
    },
    getReplay: () => jobEnds(`/replays/${REPLAY}`),
    getExploration: () => jobEnds(`/explorations/${EXPLORATION}`),
    /** The webhook refuses from here on. */
    async getFailureSummary() {
      await allForwarded();
      webhook.status = 401;
      await writes('4712');
      const summary = () => body(agentPath('/failures/summary'));
      await until(async () => (await summary()).total >= 3, 'the events of the message and of its answer');
      await until(async () => {
        const [endpoint] = (await summary()).endpoints;
        return endpoint.lastAcceptedAt !== null && endpoint.lastFailedAt !== null;
      }, 'how the webhook answers, which is written every few seconds');
    },
    listConsentChanges: ({ path }) =>
      until(
        async () => (await body(agentPath(`/conversations/${path!['phoneNumber']}/consent`))).changes.length > 0,
        'the change',
      ),
    async sendState({ name }) {
      if (name === 'ownId') await service.call('PUT', '/emulator/handsets/+12025550124', { online: false });
    },
    revokeMessage: ({ path }) =>
      until(async () => (await body(agentPath(`/messages/${path!['messageId']}`))).status === 'SENT', 'SENT'),
    /** The webhook accepts again. */
    async createRedelivery() {
      webhook.status = 200;
    },
    listRedeliveries: () =>
      until(async () => (await body(agentPath('/redeliveries'))).redeliveries[0].state === 'DONE', 'the redelivery'),
    listDeadLetters: () => addDeadLetters(['1000001', '1000002']),
  };
}
