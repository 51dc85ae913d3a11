/**
 * Every block of code in the README and the guides: commands are typed into a shell as they are printed, samples are checked
 * by the schemas of the API, settings are read by the service, programs run. The word behind three backticks says which;
 * what cannot be tried says why, there (`sh not tried: needs Docker`). `text` is what somebody else prints.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { readConfig } from '../src/config.ts';
import { GUIDE_FILES } from '../src/http/contract/guides.ts';
import { makeFolder } from './cli/run.ts';
import { notOnCluster } from './cluster.ts';
import { call, createAgent, expectStatus, OPERATOR_KEY, type Service, startService } from './harness.ts';
import { listenHttp } from './net/servers.ts';
import { freePort, printed } from './sdk/programs.ts';
import { until } from './until.ts';

const ROOT = join(import.meta.dirname, '..');
const KEY = randomBytes(32).toString('base64');
const PHONE = '+15550100001';
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

/** Tried by another test, which knows what the page is about. */
const ELSEWHERE: Record<string, RegExp> = {
  'README.md': /^(sh|json)$/,
  'docs/versions.md': /^(sh|json)$/,
  'docs/flow-tests.md': /^json$/,
};

type Block = { file: string; line: number; info: string; text: string };

const blocks: Block[] = [];
for (const file of GUIDE_FILES) {
  const page = await readFile(join(ROOT, file), 'utf8');
  for (const { index, 1: info, 2: text } of page.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)) {
    const line = page.slice(0, index).split('\n').length;
    if (!ELSEWHERE[file]?.test(info!)) blocks.push({ file, line, info: info!, text: text! });
  }
}
const blocksOf = (kind: string) => blocks.filter(({ info }) => info === kind);
const named = ({ file, line }: Block) => `${file}:${line}`;

const running = new AsyncDisposableStack();
let service: Service;
let folder: string;
let agentId: string;
let values: [printed: RegExp, actual: string[]][];
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document
let document: any;

before(async () => {
  service = running.use(await startService());
  folder = running.use(await makeFolder()).path;
  document = (await service.call('GET', '/openapi.json')).body;
  const refusals = [
    [404, ''],
    [401, 'invalid signature'],
  ] as const;
  const left = [...refusals];
  const endpoint = running.use(
    await listenHttp((incoming, response) => {
      if (incoming.url === '/openapi.json') return response.end(JSON.stringify(SHOP));
      const [status, text] = (incoming.url === '/events' && left.pop()) || [200, ''];
      response.writeHead(status).end(text);
    }),
  );
  agentId = await createAgent(service, { config: { eventForwardUrl: `${endpoint.url}/events` } });
  const post = async (path: string, body: object, status = 201) =>
    expectStatus(await service.call('POST', path, body), status);
  const [flow] = blocks.filter(({ file, info }) => file === 'docs/flows.md' && info === 'json');
  expectStatus(await service.call('PUT', `/agents/${agentId}/flow`, JSON.parse(flow!.text)), 200);
  await post(`/agents/${agentId}/versions`, { message: 'the first' });
  const person = await post('/people', { email: 'ben@acme.example', name: 'Ben', role: 'author' });
  await post(`/agents/${agentId}/states/welcome/send/${PHONE}`, {}, 200);
  await until(
    async () =>
      (await service.call('GET', `/agents/${agentId}/events?status=FAILED`)).body.events.length === refusals.length,
    'the events that failed',
  );
  const { sql } = service.app.context;
  const [head] = await sql<{ lane: number }[]>`select lane from lane_head where next_seq > 2 order by lane limit 1`;
  const deadLetters = [1, 2].map((seq) => ({ lane: head!.lane, seq }));
  await sql`
    insert into dead_letter (lane, seq, agent_id, phone_number, body, attempts, reason)
    values ${sql(deadLetters.map(({ lane, seq }) => [lane, seq, agentId, PHONE, REDELIVER, 5, 'it crashed']))}`;
  await service.call('POST', '/session', { operatorKey: OPERATOR_KEY });
  const [session] = (await service.call('GET', '/sessions')).body.sessions;
  values = [
    [/<agentId>|AGENT|agent_x84isj1pz7f1c4s9wji3/, [agentId]],
    [/person_x84isj1pz7f1c4s9wji3/, [person.personId]],
    [/session_x84isj1pz7f1c4s9wji3/, [session.sessionId]],
    [/<lane> <seq>/, deadLetters.map(({ lane, seq }) => `${lane} ${seq}`)],
    [/--version 7/, ['--version 1']],
    [/explore flow\.json(?: --conversations 5000)?/, ['explore flow.json --conversations 50']],
    [/http:\/\/127\.0\.0\.1:3000/, [endpoint.url]],
    [/http:\/\/127\.0\.0\.1:8080/, [service.url]],
    [/https:\/\/api\.shop\.example\/openapi\.json/, [`${endpoint.url}/openapi.json`]],
    [/\/backup\//, [`${folder}/`]],
    [/\/etc\/parley\//, [`${folder}/`]],
  ];
  await mkdir(join(folder, 'data'));
  await symlink(join(ROOT, 'demo'), join(folder, 'demo'));
  await writeFile(join(folder, 'data/operator-key'), OPERATOR_KEY);
  await copyFile(join(service.dataDir, 'encryption-key'), join(folder, 'data/encryption-key'));
  await writeFile(join(folder, 'google.json'), '{}');
  await writeFile(join(folder, 'boots.jpg'), JPEG);
  await writeFile(join(folder, '.parley.json'), JSON.stringify({ agent: agentId, phoneNumber: PHONE }));
  await writeFile(join(folder, 'flow.json'), flow!.text);
  await writeFile(join(folder, 'openapi.yaml'), JSON.stringify(SHOP));
});
after(() => running.disposeAsync());

const REDELIVER = '{"kind":"redeliver","seq":1,"ordinal":0}';
const OPERATION = { responses: { 200: { description: 'ok', content: { 'application/json': {} } } } };
const SHOP = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.shop.example/v2' }],
  paths: {
    '/orders': {
      get: { ...OPERATION, operationId: 'listOrders', tags: ['orders'], security: [{ apiKeyAuth: [] }] },
    },
    '/stock': { get: { ...OPERATION, operationId: 'listStock', tags: ['stock'] } },
  },
  components: { securitySchemes: { apiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
};

/** What follows an event until Ctrl-C does so behind the other commands of its block. */
const SHELL = `set -eo pipefail
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
parley() { case "$*" in listen*|*--watch) "$NODE" "$MAIN" "$@" & ;; *) "$NODE" "$MAIN" "$@" ;; esac; }
curl() { if [ "$1" = -N ]; then command curl -sS "$@" & else command curl -sS --fail-with-body "$@"; fi; }
`;

async function typed(commands: string): Promise<string> {
  const { PATH, HOME, PARLEY_HOME } = process.env;
  const child = spawn('bash', ['-c', SHELL + commands], {
    cwd: folder,
    env: {
      ...{ PATH, HOME, PARLEY_HOME, NODE: process.execPath, MAIN: join(ROOT, 'src/cli/main.js') },
      ...{ PUBLIC_URL: service.url, PARLEY_OPERATOR_KEY: OPERATOR_KEY, TOKEN: OPERATOR_KEY },
      ...{ DATA_DIR: join(folder, 'data'), DATABASE_URL: service.databaseUrl },
    },
  });
  const said = [printed(child), printed({ stdout: child.stderr } as never)];
  child.stdin.end(`${commands.includes('parley profiles add') ? OPERATOR_KEY : 'key-of-the-shop'}\n`);
  const [code] = await once(child, 'close');
  const all = said.map((text) => text()).join('');
  assert.equal(code, 0, `${commands}\n${all}`);
  return all;
}

/** With the values of this run in place of those that are printed, each in its turn. */
function actual(text: string): string {
  return values.reduce((changed, [printedValue, found]) => {
    let count = 0;
    return changed.replaceAll(new RegExp(printedValue, 'g'), () => found[Math.min(count++, found.length - 1)]!);
  }, text);
}

it('every block says what it is, or why it is not tried', () => {
  const known = /^(text|json|js|python|sh|sh settings|\w+ not tried: \w.+)$/;
  assert.deepEqual(blocks.filter(({ info }) => !known.test(info)).map(named), []);
});

describe('the commands of a block work as they are printed', () => {
  for (const block of blocksOf('sh')) {
    const skip =
      block.text.includes('parley backup') && notOnCluster('it is backed up with the programs of PostgreSQL');
    it(named(block), { skip }, async () => void (await typed(actual(block.text))));
  }
});

describe('the settings of a block are settings', () => {
  for (const block of blocksOf('sh settings')) {
    it(named(block), () => {
      const given = [...actual(block.text).matchAll(/^([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [
        name!,
        value!.replace('…', name!.endsWith('KEY') ? KEY : 'secret'),
      ]);
      assert.equal(given.length, block.text.trim().split('\n').length);
      const unread = new Set(given.map(([name]) => name));
      const google = { GOOGLE_SERVICE_ACCOUNT_FILE: join(folder, 'google.json'), GOOGLE_WEBHOOK_TOKEN: 'secret' };
      const environment = { ...google, PUBLIC_URL: 'https://rcs.example.com', ...Object.fromEntries(given) };
      const get = (settings: object, name: string) => {
        unread.delete(name);
        return Reflect.get(settings, name);
      };
      readConfig(new Proxy(environment, { get: get as never }));
      assert.deepEqual([...unread], []);
    });
  }
});

type Sample = [schema: string, around?: (sample: object) => object];
const EVENT = { agentId: 'a', senderPhoneNumber: PHONE, messageId: 'm', sendTime: '2026-01-02T03:04:05Z' };
const CLASSIFICATION = { richMessageClassification: { classificationType: 'RICH_MESSAGE', segmentCount: 1 } };

/** By their pages: the schema of each sample, in order, and what is around it. */
const SAMPLES: Record<string, Sample[]> = {
  'docs/audit.md': [['AuditEntry']],
  'docs/connectors.md': [
    ['StateBody', (operation) => ({ operations: [operation], template: { contentMessage: { text: 'Hello' } } })],
    ['NewConnector'],
  ],
  'docs/flows.md': [['Flow'], ['StateBody'], ['AgentPatch']],
  'docs/media.md': [['Medium']],
  'docs/models.md': [['NewConnector'], ['StateBody'], ['NewConnector']],
  'docs/webhooks.md': [
    ['UserMessage'],
    ['UserMessage', (part) => ({ ...EVENT, ...CLASSIFICATION, ...part })],
    ['UserEvent'],
    ['ServerEvent'],
  ],
};

describe('the samples of a page fit their schemas', () => {
  for (const [file, samples] of Map.groupBy(blocksOf('json'), (block) => block.file)) {
    if (file === 'docs/mcp.md') continue;
    it(file, () => {
      const schemas = SAMPLES[file] ?? [];
      assert.equal(samples.length, schemas.length, 'a sample without a schema');
      for (const [index, { text }] of samples.entries()) {
        const [name, around = (sample: object) => sample] = schemas[index]!;
        const fits = schemaOf(name);
        for (const sample of text.split(/^(?=\{)/m))
          assert.ok(fits(around(JSON.parse(sample))), `${sample}\n${JSON.stringify(fits.errors)}`);
      }
    });
  }

  it('docs/mcp.md', async () => {
    const [{ text }] = blocks.filter(({ file, info }) => file === 'docs/mcp.md' && info === 'json') as [Block];
    const { url, headers } = JSON.parse(actual(text.replace('<ACCESS_TOKEN>', OPERATOR_KEY))).mcpServers.parley;
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const answer = await call(service.url, 'POST', new URL(url).pathname, ping, {
      token: headers.Authorization.replace('Bearer ', ''),
    });
    assert.equal(answer.status, 200);
  });
});

function schemaOf(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return ajv.compile({ $ref: `#/components/schemas/${name}`, components: document.components });
}

describe('the endpoints of docs/webhooks.md take what is signed, and nothing else', () => {
  const webhooks = blocks.filter(({ file, info }) => file === 'docs/webhooks.md' && /^(js|python)$/.test(info));
  for (const { info, text } of webhooks) {
    it(info, async () => {
      const port = await freePort();
      const [program, ...args] = info === 'js' ? [process.execPath, '--input-type=module', '-e'] : ['python3', '-uc'];
      const child = spawn(program!, [...args, text], {
        env: { PATH: process.env['PATH'], PORT: String(port), SIGNING_TOKEN: 'token' },
      });
      const said = printed(child);
      try {
        const send = (signature: string) =>
          call(
            `http://127.0.0.1:${port}`,
            'POST',
            '/',
            { text: 'hello' },
            {
              headers: { 'X-Service-Signature': signature, 'X-Service-Eventclass': 'UserMessage' },
            },
          ).catch(() => null);
        const signature = createHmac('sha512', 'token').update('{"text":"hello"}').digest('base64');
        const accepted = await until(() => send(signature), 'the endpoint');
        assert.equal(accepted.status, 204);
        assert.equal((await send(signature.replace(/^./, '_')))!.status, 403);
        await until(() => /UserMessage/.test(said()), 'the event');
      } finally {
        child.kill();
        await once(child, 'close');
      }
    });
  }
});
