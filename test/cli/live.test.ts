/** Commands that watch and take part: send, chat, events, failures, emulator. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  type Service,
  startService,
  startWebhookSink,
} from '../harness.ts';
import { until } from '../until.ts';
import { follow, type Parley, parley, run } from './run.ts';

let service: Service;
let cli: Parley;
before(async () => {
  service = await startService();
  cli = parley(service);
});
after(() => service[Symbol.asyncDispose]());

const reply = (label: string, postbackData: string) => ({ reply: { text: label, postbackData } });

const STATES = {
  main: {
    template: {
      contentMessage: { text: 'Hello {{ params.name }}', suggestions: [reply('Cards', 'cards'), reply('Bye', 'bye')] },
    },
  },
  cards: {
    template: {
      contentMessage: {
        richCard: {
          carouselCard: {
            cardWidth: 'MEDIUM',
            cardContents: [
              { title: 'First', description: 'one', suggestions: [reply('Take first', 'bye')] },
              { title: 'Second', description: 'two', suggestions: [reply('Take second', 'bye')] },
            ],
          },
        },
      },
    },
  },
  bye: { template: { contentMessage: { text: 'You said {{ message.text }}' } } },
};

async function makeAgent(config: object = {}, launched = true): Promise<string> {
  const agentId = await createAgent(service, { config: { defaultState: 'bye', ...config }, launched });
  await createStates(service, agentId, STATES);
  return agentId;
}

test('send prints the id of the enqueued message, and renders its params', async () => {
  const agentId = await makeAgent();
  const phoneNumber = newPhoneNumber();
  const { messageId, status } = await cli.json('send', agentId, 'main', phoneNumber, '--params', '{"name":"Ada"}');
  assert.equal(status, 'ENQUEUED');
  const { contentMessage } = await until(async () => {
    const { body } = await service.call('GET', `/emulator/handsets/${encodeURIComponent(phoneNumber)}`);
    return body.transcript.find((entry: { messageId: string }) => entry.messageId === messageId);
  }, 'the message on the phone');
  assert.equal(contentMessage.text, 'Hello Ada');
  assert.match(await cli.says('send', agentId, 'main', phoneNumber), /Enqueued as [0-9a-f-]{36}/);
});

test('send shows the problem of a missing state', async () => {
  const agentId = await makeAgent();
  assert.match((await cli.fails('send', agentId, 'nothing', newPhoneNumber())).stderr, /No such state/);
});

test('chat over a pipe: texts, chips by number, cards, a location and a file', async () => {
  const agentId = await makeAgent({ keywords: [{ keyword: 'start', stateId: 'main' }] });
  const lines = [
    'start',
    '1',
    '2',
    '/location 52.52,13.405',
    '/file https://example.com/cat.jpg',
    '99',
    '/quit',
    'never said',
  ];
  const { code, stdout, stderr } = await run(['chat', agentId, newPhoneNumber()], cli.environment, lines.join('\n'));
  assert.equal(code, 0, stderr);
  const said = stdout.split('\n').slice(1);
  assert.deepEqual(said, [
    'you    start',
    'agent  Hello ',
    '       [1] Cards',
    '       [2] Bye',
    'you    Cards (tapped)',
    'agent  ┌',
    '       │ First',
    '       │ one',
    '       │ [1] Take first',
    '       └',
    '       ┌',
    '       │ Second',
    '       │ two',
    '       │ [2] Take second',
    '       └',
    'you    Take second (tapped)',
    'agent  You said Take second',
    'you    [location] 52.52, 13.405',
    'agent  You said ',
    'you    [file] https://example.com/cat.jpg',
    'agent  You said ',
    'you    99',
    'agent  You said 99',
    '',
  ]);
});

test('chat starts with earlier messages, so that their chips can be tapped', async () => {
  const agentId = await makeAgent();
  const phoneNumber = newPhoneNumber();
  const path = `/emulator/handsets/${encodeURIComponent(phoneNumber)}`;
  await cli.says('send', agentId, 'main', phoneNumber);
  await until(async () => (await service.call('GET', path)).body.transcript[0]?.deliveredAt, 'the delivery');
  const { stdout } = await run(['chat', agentId, phoneNumber], cli.environment, '2\n');
  assert.match(stdout, /agent +Hello.*you +Bye \(tapped\)\nagent +You said Bye/s);
});

test('messages that the agent sends while a chat is open appear, and are read', async () => {
  const agentId = await makeAgent();
  const phoneNumber = newPhoneNumber();
  await using chat = follow(['chat', agentId, phoneNumber], cli.environment);
  await chat.waitFor(/Acme bot on/);
  await cli.says('send', agentId, 'main', phoneNumber, '--params', '{"name":"Grace"}');
  await chat.waitFor(/agent +Hello Grace/);
  const path = `/emulator/handsets/${encodeURIComponent(phoneNumber)}`;
  await until(async () => (await service.call('GET', path)).body.transcript[0].readAt, 'the message to be read');
});

test('chat explains an invalid line, and why an agent in test mode will not answer', async () => {
  const agentId = await makeAgent({}, false);
  const { stdout } = await run(
    ['chat', agentId, '+15550100009'],
    cli.environment,
    '/dance\n/location here\n/file\n/typing\n',
  );
  assert.match(stdout, /test mode.*devices add/s);
  assert.match(stdout, /There is no \/dance/);
  assert.match(stdout, /For example: \/location/);
  assert.match(stdout, /For example: \/file/);
});

test('chat with a phone without RCS says so and goes on', async () => {
  const agentId = await makeAgent();
  const phoneNumber = newPhoneNumber();
  const path = `/emulator/handsets/${encodeURIComponent(phoneNumber)}`;
  expectStatus(await service.call('PUT', path, { rcs: false }), 200);
  const { code, stdout } = await run(['chat', agentId, phoneNumber], cli.environment, 'hello\n/quit\n');
  assert.equal(code, 0);
  assert.match(stdout, /has no RCS/);
});

test('chat with a missing agent is refused', async () => {
  assert.match((await cli.fails('chat', 'agent_none', newPhoneNumber())).stderr, /No such agent/);
});

test('events tail follows every agent, one readable line for each event', async () => {
  const agentId = await makeAgent();
  const phoneNumber = newPhoneNumber();
  await using tail = follow(['events', 'tail'], cli.environment);
  await tail.waitFor(/Following every agent/);
  await cli.says('send', agentId, 'main', phoneNumber);
  await tail.waitFor(new RegExp(`ServerEvent +SENT +\\${phoneNumber} .*recorded`));
  await tail.waitFor(new RegExp(`UserEvent +DELIVERED +\\${phoneNumber}`));
  assert.equal(await tail.stop(), 0);
});

test('events tail of one agent as JSON lines starts with the latest events', async () => {
  const agentId = await makeAgent();
  await cli.says('send', agentId, 'main', newPhoneNumber());
  await until(
    async () => (await service.call('GET', `/agents/${agentId}/events?type=DELIVERED`)).body.events.length > 0,
    'the events',
  );
  await using tail = follow(['events', 'tail', agentId, '--last', '1', '--json'], cli.environment);
  const [line] = await tail.waitFor(/^.+$/m);
  assert.equal(JSON.parse(line).type, 'DELIVERED');
  await using ofType = follow(['events', 'tail', agentId, '--type', 'SENT', '--last', '1', '--json'], cli.environment);
  const [sent] = await ofType.waitFor(/^.+$/m);
  assert.equal(JSON.parse(sent).type, 'SENT');
  const since = (time: string) => follow(['events', 'tail', agentId, '--since', time], cli.environment);
  await using all = since('1h');
  await all.waitFor(/SENT.*DELIVERED.*Following/s);
  await using none = since('2099-01-01T00:00:00Z');
  assert.doesNotMatch((await none.waitFor(/^.*Following/s))[0], /SENT/);
});

test("events test prints the webhook's response", async () => {
  let status = 418;
  await using sink = await startWebhookSink(() => status);
  const agentId = await makeAgent({ eventForwardUrl: sink.url });
  const { stdout, code } = await run(['events', 'test', agentId], cli.environment);
  assert.match(stdout, /answered 418.*failure queue/s);
  assert.equal(code, 1);
  status = 204;
  assert.match(await cli.says('events', 'test', agentId), /answered 204.*accepted/s);
});

test('events that the webhook refused are listed with the reason, and sent again one by one or all', async () => {
  let status = 400;
  await using sink = await startWebhookSink(() => status);
  const agentId = await makeAgent({ eventForwardUrl: sink.url });
  await cli.says('send', agentId, 'main', newPhoneNumber());
  const failed = () => cli.json('failures', 'list', agentId);
  const { events } = await until(async () => {
    const list = await failed();
    return list.events.length === 2 ? list : null;
  }, 'SENT and DELIVERED in the failure queue');
  assert.match(await cli.says('failures', 'list', '--reason', '40'), /ServerEvent SENT .* 400 .*2 of 2 shown/s);
  assert.match(
    await cli.says('failures', 'summary', agentId),
    /2 events in the failure queue.*400: The endpoint does not/s,
  );
  assert.match((await cli.fails('failures', 'list', '--reason', '500')).stderr, /Nothing failed with the reason "500"/);
  const refused = await cli.fails('failures', 'redeliver', agentId, '--reason', '400');
  assert.match(refused.stderr, /did not take event .*: it answered 400.*1 of 2 were sent/s);
  await until(async () => (await failed()).events.length === 2, 'the probe to be back in the queue');

  status = 200;
  assert.match(await cli.says('failures', 'redeliver', agentId, events[0].eventId), /1 event will be forwarded again/);
  await until(async () => (await failed()).events.length === 1, 'one event to leave the queue');
  assert.match(await cli.says('failures', 'redeliver', agentId, '--all'), /1 event will be forwarded again/);
  await until(async () => (await failed()).events.length === 0, 'the queue to be empty');

  status = 404;
  await cli.says('send', agentId, 'main', newPhoneNumber());
  await until(async () => (await failed()).events.length === 2, 'two more in the failure queue');
  const gone = await cli.says('failures', 'discard', agentId, '--reason', '404', '--why', 'Test traffic');
  assert.match(gone, /2 events were discarded/);
  assert.match(await cli.says('failures', 'list', agentId), /queue is empty/);
});

test('dead letters are listed, retried, and deleted', async () => {
  assert.match(await cli.says('dead-letters', 'list'), /There are no dead letters/);
  const agentId = await makeAgent();
  const phoneNumber = newPhoneNumber();
  const { sql, lanes } = service.app.context;
  const lane = lanes.laneOf(agentId, phoneNumber);
  const messageId = randomUUID();
  const body = { kind: 'send', messageId, stateId: 'main', params: { name: 'Ada' }, ttlSeconds: null };
  const giveUp = (seq: number) => sql`
    insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
    values (${lane}, ${seq}, ${agentId}, ${phoneNumber}, ${JSON.stringify(body)}::text::json, 5, 'it never worked')`;
  await giveUp(900_000);
  assert.match(await cli.says('dead-letters', 'list'), /900000 +send +\+\d+ .*it never worked/);
  assert.match(await cli.says('dead-letters', 'retry', String(lane), '900000'), /will be retried/);
  await until(async () => {
    const { body } = await service.call('GET', `/emulator/handsets/${encodeURIComponent(phoneNumber)}`);
    return body.transcript.find((entry: { messageId: string }) => entry.messageId === messageId);
  }, 'the message on the phone');
  assert.match((await cli.fails('dead-letters', 'retry', String(lane), '900000')).stderr, /No such dead letter/);
  await giveUp(900_001);
  assert.match(await cli.says('dead-letters', 'delete', String(lane), '900001'), /will never be processed/);
  assert.match(await cli.says('dead-letters', 'list'), /There are no dead letters/);
});

test('a list says when there is more than it shows', async () => {
  const agentId = await makeAgent();
  const { sql } = service.app.context;
  const body = JSON.stringify({ kind: 'send', messageId: randomUUID(), stateId: 'main', params: {}, ttlSeconds: null });
  await sql`
    insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
    select 0, 910000 + nth, ${agentId}, '+15550100001', ${body}::text::json, 5, 'it never worked'
    from generate_series(1, 3) as nth`;
  const list = ['dead-letters', 'list', agentId];
  assert.match(await cli.says(...list, '--limit', '2'), /The newest 2 are shown; there are more: --limit 20/);
  const { deadLetters, more } = await cli.json(...list, '--limit', '2');
  assert.deepEqual([deadLetters.length, more], [2, true]);
  assert.doesNotMatch(await cli.says(...list, '--limit', '3'), /there are more/);
  assert.deepEqual((await cli.json('dead-letters', 'list', await makeAgent())).deadLetters, []);
  await sql`delete from dead_letter where agent_id = ${agentId}`;
});

test('emulator runs by itself, with phones for a service that names it', async () => {
  await using emulator = follow(['emulator', '--port', '0', '--json'], cli.environment);
  const [line] = await emulator.waitFor(/^.+$/m);
  const { url } = JSON.parse(line);
  await using other = await startService({ emulatorUrl: url });
  const agentId = await createAgent(other, { config: { defaultState: 'bye' } });
  await createStates(other, agentId, STATES);
  const environment = { ...cli.environment, PUBLIC_URL: other.url, RCS_EMULATOR_URL: url };
  await using chat = follow(['chat', agentId, newPhoneNumber()], environment);
  chat.write('hello\n');
  await chat.waitFor(/agent +You said hello/);
  assert.equal(await emulator.stop(), 0);
  await chat.waitFor(/Disconnected/);
});

test('emulator reports when its port is in use', async () => {
  const { code, stderr } = await run(['emulator', '--port', new URL(service.url).port], cli.environment);
  assert.equal(code, 1);
  assert.match(stderr, /EADDRINUSE/);
});
