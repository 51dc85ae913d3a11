/** A database that goes away and comes back: not ready while it is gone, and then work resumes by itself. */
import assert from 'node:assert/strict';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import { createTestDatabase } from '../database.ts';
import { createAgent, createStates, expectStatus, newPhoneNumber, startService, startWebhookSink } from '../harness.ts';
import { until } from '../until.ts';

/** The connection to the database, which can be cut: connections break and new ones are refused. */
class Cable implements AsyncDisposable {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  constructor(databaseUrl: string) {
    const { hostname, port } = new URL(databaseUrl);
    this.#target = { host: hostname, port: Number(port || 5432) };
  }

  async plug(): Promise<number> {
    this.#server = createServer((near) => {
      const far = connect(this.#target);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => {});
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await new Promise((resolve) => this.#server?.once('listening', resolve));
    this.#port = (this.#server.address() as { port: number }).port;
    return this.#port;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve) ?? resolve(null));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.#server = null;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server ? this.cut() : Promise.resolve();
  }
}

test('a database that goes away makes requests 503 and the service not ready; when it returns, work resumes by itself', async () => {
  await using database = await createTestDatabase();
  await using cable = new Cable(database.url);
  const throughCable = new URL(database.url);
  throughCable.hostname = '127.0.0.1';
  throughCable.port = String(await cable.plug());
  await using sink = await startWebhookSink();
  await using service = await startService({ databaseUrl: throughCable.href });
  const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url } });
  await createStates(service, agentId, { note: { template: { contentMessage: { text: 'note {{ params.n }}' } } } });
  const phoneNumber = newPhoneNumber();
  const send = (n: number) =>
    service.call('POST', `/agents/${agentId}/states/note/send/${phoneNumber}`, { params: { n } });
  const sent = (messageId: string) =>
    sink.wait(({ body }) => body.messageId === messageId && body.eventType === 'SENT', `SENT of ${messageId}`);
  await sent(expectStatus(await send(1), 200).messageId);

  await cable.cut();
  const refused = await send(2);
  assert.equal(refused.status, 503);
  assert.equal(refused.body.code, 'not_ready');
  assert.ok(refused.headers.get('retry-after'));
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 503, 'readiness to be red');
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
  // The user writes meanwhile: the platform keeps the message until we accept it.
  const handset = `/emulator/handsets/${phoneNumber}`;
  const { messageId: written } = expectStatus(
    await service.call('POST', `${handset}/messages`, { agentId, text: 'hello?' }),
    200,
  );

  await cable.plug();
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 200, 'readiness to be green');
  await until(async () => (await send(3)).status === 200, 'a send to be taken');
  await sink.wait(({ body }) => body.messageId === written, 'the message that was written meanwhile');
  // Several of the third kind may have been accepted: the first responses can be lost on the way.
  const notes = await until(async () => {
    const { transcript } = expectStatus(await service.call('GET', handset), 200);
    const texts: string[] = transcript.flatMap(
      ({ contentMessage }: { contentMessage?: { text: string } }) => contentMessage?.text ?? [],
    );
    return texts.length >= 2 && texts;
  }, 'the third note at the phone');
  assert.deepEqual([...new Set(notes)], ['note 1', 'note 3']);
});
