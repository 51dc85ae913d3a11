/**
 * Secrets and phone numbers are planted everywhere, every kind of failure is caused, and then every line of the log,
 * every error and every label of a metric is searched for them. See docs/hostile-input.md, "Secrets".
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { createTestDatabase } from '../database.ts';
import {
  type Answer,
  call,
  createAgent,
  createStates,
  expectStatus,
  newPhoneNumber,
  startWebhookSink,
} from '../harness.ts';
import { until } from '../until.ts';

const OPERATOR_KEY = 'canary-operator-key-4f1d';

test('no secret and no phone number is in the log, in an error or in a metric', async () => {
  await using database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-canary-'));
  await using _folder = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) };
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = createLog({ level: 'trace', pretty: false, destination });
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PARLEY_OPERATOR_KEY: OPERATOR_KEY,
    PARLEY_ENCRYPTION_KEY: Buffer.from('canary-encryption-key-0123456789').toString('base64'),
    FORWARD_DELAYS_SECONDS: '0,0.1',
  };
  const secrets = new Map<string, string>([
    ['the operator key', OPERATOR_KEY],
    ['the encryption key', environment.PARLEY_ENCRYPTION_KEY],
  ]);
  const password = new URL(database.url).password;
  if (password) secrets.set('the password of the database', password);
  const errors: string[] = [];
  let metrics = '';
  {
    await using app = await startApp(readConfig(environment), log);
    await using sink = await startWebhookSink(({ body }) => (body.eventType === 'SENT' ? 500 : 400));
    const ask = async (
      method: string,
      path: string,
      body?: unknown,
      options?: Parameters<typeof call>[4],
    ): Promise<Answer> => {
      const answer = await call(app.url, method, path, body, { token: OPERATOR_KEY, ...options });
      if (answer.status >= 400) errors.push(JSON.stringify(answer.body));
      return answer;
    };
    const service = { call: ask };

    const { clientId, clientSecret } = expectStatus(await ask('POST', '/credentials', { name: 'canary' }), 201);
    secrets.set('the client secret', clientSecret);
    const token = async (secret: string) => {
      const response = await fetch(`${app.url}/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      const answered = (await response.json()) as { access_token?: string };
      if (!response.ok) errors.push(JSON.stringify(answered));
      return answered.access_token ?? '';
    };
    const accessToken = await token(clientSecret);
    secrets.set('the access token', accessToken);
    await token('canary-wrong-client-secret');
    secrets.set('a wrong client secret', 'canary-wrong-client-secret');
    const { signingToken } = expectStatus(await ask('POST', '/signing-tokens', {}), 201);
    secrets.set('the signing token', signingToken);

    const connector = {
      connectorId: 'canary',
      baseUrl: 'http://127.0.0.1:9',
      operations: { get: { method: 'GET', path: '/x' } },
    };
    expectStatus(await ask('POST', '/connectors', connector), 201);
    const kept = { name: 'canary', type: 'bearer', token: 'canary-connector-token-77' };
    secrets.set('the token of a connector', kept.token);
    const { authenticationId } = expectStatus(await ask('POST', '/connectors/canary/authentications', kept), 201);
    secrets.set('the password of a connector', 'canary-connector-password');
    await ask('POST', '/connectors/canary/authentications', {
      name: 'x',
      type: 'basic',
      username: 'u',
      password: 'canary-connector-password',
      more: 1,
    });

    const headers = { 'X-Api-Key': 'canary-endpoint-header-31' };
    secrets.set('a header of an endpoint', headers['X-Api-Key']);

    const phoneNumber = newPhoneNumber();
    secrets.set('a phone number', phoneNumber);
    const agentId = await createAgent(service, { config: { eventForwardUrl: sink.url, defaultState: 'ask' } });
    const further = { url: `${sink.url}?further`, headers };
    expectStatus(await ask('POST', `/agents/${agentId}/endpoints`, further), 201);
    const split = { 'X-Api-Key': `${headers['X-Api-Key']}\r\nX-Other: 1` };
    await ask('POST', `/agents/${agentId}/endpoints`, { ...further, headers: split });
    const operation = { connectorId: 'canary', authenticationId, operation: 'get', contextKey: 'answer', data: {} };
    await createStates(service, agentId, {
      ask: { operations: [operation], template: { contentMessage: { text: 'Asked {{ data.answer_error.code }}' } } },
      bad: { template: { contentMessage: { text: '{{ params.long }}' } } },
    });
    await ask('POST', `/agents/${agentId}/states/ask/send/${phoneNumber}`, {}, { token: accessToken });
    await ask('POST', `/agents/${agentId}/states/bad/send/${phoneNumber}`, { params: { long: 'x'.repeat(4_000) } });
    await ask('PUT', `/emulator/handsets/${phoneNumber}`, { faults: [{ status: 403, times: 1 }] });
    await ask('POST', `/agents/${agentId}/states/ask/send/${phoneNumber}`, {});
    await ask('POST', `/emulator/handsets/${phoneNumber}/messages`, { agentId, text: 'What I wrote' });
    secrets.set('what a user wrote', 'What I wrote');

    // Every kind of refusal.
    await ask('POST', `/agents/${agentId}/states/ask/send/not-a-number`, {});
    await ask('POST', '/brands', { name: 'x', [clientSecret]: 1 });
    await ask(
      'POST',
      '/session',
      { operatorKey: `${OPERATOR_KEY}x` },
      { headers: { 'sec-fetch-site': 'same-origin', 'x-parley-console': '1' } },
    );
    await ask('GET', '/brands', undefined, { token: `${accessToken.slice(0, -4)}AAAA` });
    await ask('GET', '/brands', undefined, { headers: { authorization: 'Bearer ' } });
    await ask('GET', `/agents/${agentId}/messages/not-an-id`);
    await ask('POST', '/platform/webhook', { message: 'no signature' });
    await ask('DELETE', `/credentials/${clientId}`);
    await ask('GET', '/brands', undefined, { token: accessToken });

    await until(async () => {
      const { body } = await ask('GET', `/agents/${agentId}/events?status=FAILED`);
      return body.events.length >= 2;
    }, 'events in the failure queue');
    metrics = (await ask('GET', '/metrics')).body;
  }

  assert.ok(lines.length > 20, `the log has ${lines.length} lines`);
  assert.ok(errors.length > 8, `there were ${errors.length} errors`);
  // The client chooses the field's name, and only the client sees it.
  const shown = {
    log: lines.join(''),
    errors: errors.filter((text) => !text.includes(`/${secrets.get('the client secret')}`)).join('\n'),
    metrics,
  };
  const found = [...secrets].flatMap(([what, secret]) =>
    Object.entries(shown).flatMap(([where, text]) =>
      text.includes(secret) ? [`${what} is in the ${where}: ${around(text, secret)}`] : [],
    ),
  );
  assert.deepEqual(found, []);
});

function around(text: string, secret: string): string {
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 200), at + 80);
}
