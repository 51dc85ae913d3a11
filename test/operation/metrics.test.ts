/** The metrics match docs/operate.md and the dashboard, and none of them can grow without bound. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { createAgent, createStates, expectStatus, newPhoneNumber, startService, startWebhookSink } from '../harness.ts';
import { until } from '../until.ts';

/** The units of gauges and counters, as name endings. */
const UNITS = [
  ...['seconds', 'bytes', 'items', 'events', 'messages', 'requests', 'attempts', 'templates', 'transactions', 'lanes'],
  ...['breakers', 'agents', 'endpoints', 'operations', 'info'],
];
/** Booleans. */
const CLAIMS = ['parley_ready'];
/** Every label and its bound. */
const LABELS: Record<string, string> = {
  method: 'the methods of HTTP',
  route: 'the patterns of our routes',
  status: 'the statuses of HTTP',
  error: 'the codes of OAuth',
  kind: 'the kinds of inbox items',
  outcome: 'words of ours',
  previous: 'none, self, crashed',
  connector: 'http, api',
  call: 'the calls of the transport',
  writes: 'inbox, turns, forwarding',
  thread: 'main, outbound',
  version: 'one a process',
  node: 'one a process',
};

type Described = { name: string; help: string; type: string; labelNames: string[]; aggregator: string };

let metrics: Described[];
before(() => {
  metrics = createMetrics().registry.getMetricsAsArray() as unknown as Described[];
  assert.ok(metrics.length > 40);
});

test('every metric has a help text, and a name with a unit', () => {
  for (const { name, help, type } of metrics) {
    assert.match(help, /^[A-Z1].{10,}[^.]$/, name);
    assert.match(name, /^(parley|process|nodejs)(_[a-z]+)+$/, name);
    const unit = name.split('_').at(-1)!;
    if (String(type) === 'counter') assert.equal(unit, 'total', name);
    else if (String(type) === 'histogram') assert.equal(unit, 'seconds', name);
    else assert.ok(UNITS.includes(unit) || CLAIMS.includes(name), name);
  }
});

test('every label is bounded, and none names an agent, an endpoint or a person', () => {
  const names = new Set(metrics.flatMap(({ labelNames }) => labelNames));
  assert.deepEqual([...names].sort(), Object.keys(LABELS).sort());
});

test('every gauge specifies how it is aggregated over several processes', () => {
  for (const { name, type, aggregator } of metrics) {
    if (String(type) === 'gauge') assert.ok(['sum', 'max', 'min', 'first'].includes(aggregator), name);
  }
  const rule = (name: string) => metrics.find((metric) => metric.name === name)?.aggregator;
  assert.equal(rule('parley_ready'), 'min');
  assert.equal(rule('parley_owned_lanes'), 'sum');
  assert.equal(rule('parley_failure_queue_events'), 'max');
});

test('every metric is explained in docs/operate.md, and nothing else is', async () => {
  const text = await readFile(new URL('../../docs/operate.md', import.meta.url), 'utf8');
  const explained = [...text.matchAll(/^\| `((?:parley|process|nodejs)_[a-z_]+)/gm)].map((match) => match[1]);
  assert.deepEqual(explained.sort(), metrics.map(({ name }) => name).sort());
});

test('the dashboard charts every metric, and uses none that does not exist', async () => {
  const dashboard = JSON.parse(await readFile(new URL('../../docs/grafana-dashboard.json', import.meta.url), 'utf8'));
  type Panel = { type: string; targets?: { expr: string; datasource: { uid: string } }[] };
  const targets = (dashboard.panels as Panel[]).flatMap((panel) => panel.targets ?? []);
  assert.ok(targets.length > 40);
  for (const { datasource } of targets) assert.match(datasource.uid, /^\$\{datasource\}$/);
  const asked = targets.flatMap(({ expr }) => expr.match(/\b(?:parley|process|nodejs)_[a-z_]+/g) ?? []);
  const series = metrics.flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name],
  );
  assert.deepEqual(
    [...new Set(asked)].filter((name) => !series.includes(name)),
    [],
  );
  const charted = new Set(asked.map((name) => name.replace(/_(bucket|count)$/, '')));
  assert.deepEqual(
    metrics.map(({ name }) => name).filter((name) => !charted.has(name)),
    [],
  );
});

test('the alerts use metrics that exist', async () => {
  const text = await readFile(new URL('../../docs/alerts.yaml', import.meta.url), 'utf8');
  const asked = [...text.matchAll(/\b(parley_[a-z_]+)/g)].map((match) => match[1]!.replace(/_(bucket|count)$/, ''));
  assert.ok(asked.length > 8);
  assert.deepEqual(
    asked.filter((name) => !metrics.some((metric) => metric.name === name)),
    [],
  );
});

test('a message, its events and a refused event are counted in the metrics', async () => {
  await using sink = await startWebhookSink(({ body }) => (body.eventType === 'SENT' ? 200 : 400));
  await using service = await startService();
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  const loop = '{% for x in params.names %}{{ x }}{% endfor %}';
  await createStates(service, agentId, { hello: { template: { contentMessage: { text: `Hello ${loop}` } } } });
  const phoneNumber = newPhoneNumber();
  expectStatus(
    await service.call('POST', `/agents/${agentId}/states/hello/send/${phoneNumber}`, { params: { names: ['Ada'] } }),
    200,
  );
  await sink.wait(({ body }) => body.eventType === 'DELIVERED', 'that is refused');
  const value = async (name: string) => {
    const text = expectStatus(await service.call('GET', '/metrics'), 200) as string;
    const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
    return lines.length === 0 ? null : lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  await until(async () => (await value('parley_event_failures_total')) === 1, 'the refusal to be recorded');
  // The backlog is counted again when it is older than five seconds.
  await until(async () => (await value('parley_failure_queue_events')) === 1, 'the failure queue to be counted');
  assert.equal(await value('parley_ready'), 1);
  assert.equal(await value('parley_unowned_lanes'), 0);
  assert.equal(await value('parley_owned_lanes'), service.app.context.lanes.count);
  assert.equal(await value('parley_dispatch_seconds_count{outcome="SENT"}'), 1);
  assert.equal(await value('parley_platform_call_seconds_count{call="send",outcome="answered"}'), 1);
  assert.equal(await value('parley_sandbox_seconds_count{outcome="rendered"}'), 1);
  assert.equal(await value('parley_event_age_seconds_count'), 1);
  assert.ok((await value('parley_lease_age_seconds'))! < 10);
  assert.ok((await value('parley_database_answer_seconds'))! > 0);
  assert.equal(await value('parley_database_waiting_transactions'), 0);
  assert.ok((await value('process_resident_memory_bytes'))! > 10_000_000);
});
