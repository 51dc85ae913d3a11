/**
 * `bench -- versions`: what versions of a large flow take. A flow is put as one document, and published again and again
 * with one state changed; at last with all of them. Through the HTTP API, and the sizes of the tables from PostgreSQL.
 */
import postgres from 'postgres';
import { createClient, type Schemas } from '#client';
import { setUpTenant } from './api.ts';
import { describeMachine, loadAverage, type Machine } from './machine.ts';
import { startRig } from './rig.ts';

export type VersionsSettings = { states: number; versions: number };

/** Milliseconds of each request. */
export type VersionsResult = {
  machine: Machine;
  loadAverageAfter: number;
  settings: VersionsSettings;
  /** The whole document, at first and with one state changed; checked and stored. */
  putMs: number;
  putOneMs: number;
  /** Of one state; of all. */
  publishMs: number[];
  publishAllMs: number;
  /** Between the first version and the last before all states changed. */
  diffMs: number;
  tables: { name: string; rows: number; kilobytes: number }[];
  breaches: string[];
};

/** Saved flow tests, which each publishing runs. */
export const TESTS = 50;
const STEPS = 5;

const TABLES = ['state', 'flow_version', 'version_state', 'state_body'];

export async function runVersions(
  settings: VersionsSettings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<VersionsResult> {
  const machine = await describeMachine();
  say('starting the service, the emulator and the webhook sink');
  await using rig = await startRig({ signal });
  const { agentId, clientToken } = await setUpTenant(rig, { config: { publishing: 'explicit' }, states: {} });
  const client = createClient({ url: rig.service.url, token: clientToken });
  const params = { path: { agentId } };
  const put = (body: Schemas['Flow']) => timed(() => client.PUT('/agents/{agentId}/flow', { params, body }));
  const publish = () => timed(() => client.POST('/agents/{agentId}/versions', { params, body: {} }));

  const flow = largeFlow(settings.states);
  say(`a flow of ${settings.states} states, ${Math.round(JSON.stringify(flow).length / 1024)} KiB`);
  const putMs = await put(flow);
  say(`${TESTS} flow tests of ${STEPS} steps`);
  for (let index = 0; index < TESTS; index++) {
    const steps = Array.from({ length: STEPS }, (_, step) => ({ send: { stateId: `state-${index * STEPS + step}` } }));
    await client.PUT('/agents/{agentId}/tests/{testId}', {
      params: { path: { agentId, testId: `test-${index}` } },
      body: { format: 1, title: `Test ${index}`, steps },
    });
  }
  await publish();
  const publishMs: number[] = [];
  let putOneMs = 0;
  for (let version = 1; version < settings.versions && !signal.aborted; version++) {
    flow.states[`state-${version}`] = stateOf(version, `of version ${version}`);
    putOneMs = await put(flow);
    publishMs.push(await publish());
  }
  const path = { agentId, version: '2', other: String(settings.versions + 1) };
  const diffMs = await timed(() =>
    client.GET('/agents/{agentId}/versions/{version}/diff/{other}', { params: { path } }),
  );
  const tables = await tableSizes(rig.postgres.url);
  say('every state changes');
  await put(largeFlow(settings.states, 'all new'));
  const publishAllMs = await publish();
  const last = await client.GET('/agents/{agentId}/versions', { params });
  const made = last.versions[0]?.version;
  return {
    ...{ machine, loadAverageAfter: loadAverage(), settings, putMs, putOneMs, publishMs, publishAllMs, diffMs, tables },
    breaches: made === settings.versions + 2 ? [] : [`the last version is ${made}`],
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function largeFlow(count: number, text = 'at first'): Schemas['Flow'] & { states: Record<string, object> } {
  const states = Array.from({ length: count }, (_, index) => [`state-${index}`, stateOf(index, text)]);
  return { states: Object.fromEntries(states) };
}

/** Some 2 KB, as a card with suggestions and a condition has. */
function stateOf(index: number, text: string) {
  const reply = (chip: number) => ({ reply: { text: `Choice ${chip}`, postbackData: `state-${index}` } });
  return {
    template: {
      contentMessage: {
        text: `State ${index} ${text}: hello {{ params.name }}. ${'Lorem ipsum dolor sit amet. '.repeat(40)}`,
        suggestions: Array.from({ length: 8 }, (_, chip) => reply(chip)),
      },
    },
    transitions: [{ condition: '{% if params.skip %}true{% endif %}', nextState: `state-${index}` }],
  };
}

async function tableSizes(url: string): Promise<VersionsResult['tables']> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await Promise.all(
      TABLES.map(async (name) => {
        const [row] = await sql<{ rows: number; kilobytes: number }[]>`
          select (select count(*)::int from ${sql(name)}) as rows,
            (pg_total_relation_size(${name}::regclass) / 1024)::int as kilobytes`;
        return { name, ...row! };
      }),
    );
  } finally {
    await sql.end();
  }
}
