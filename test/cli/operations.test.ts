/** Whether the command line is complete: each operation of the API is called by a command, or it is said why by none. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');

const BROWSER = 'what a browser does with its own log-in';
const DOCUMENT = 'a document, at its address';
const WATCHED = 'for what watches the service';
const EDITOR = 'what an editor shows beside what is typed';
const WITHOUT_COMMAND: Readonly<Record<string, string>> = {
  ...{ logIn: BROWSER, getSession: BROWSER, logOut: BROWSER, setPassword: BROWSER, getPasskeyOptions: BROWSER },
  ...{ listPasskeys: BROWSER, createPasskey: BROWSER, getNewPasskeyOptions: BROWSER, deletePasskey: BROWSER },
  ...{ getService: DOCUMENT, getOpenapi: DOCUMENT, getAsyncapi: DOCUMENT, getFlowSchema: DOCUMENT },
  ...{ getFlowTestSchema: DOCUMENT, getAccessTokenKeys: DOCUMENT, getAuthorizationServerMetadata: DOCUMENT },
  ...{ getHealth: WATCHED, getReadiness: WATCHED, getMetrics: WATCHED },
  ...{ previewMessage: EDITOR, lookAtMedium: EDITOR },
  createAccessToken: 'for clients; `credentials create` prints how',
  readMedium: 'the file, at the address that `media list` shows',
  createState: '`states push`, which makes the path for two operations',
  replaceState: '`states push`, which makes the path for two operations',
  updateState: 'a file of `states push` has all fields of its state',
  getVersion: '`flows pull --version` writes the flow, `flows versions` lists the rest',
  deleteReplay: '`flows replay` waits for it, and it is deleted with time',
  deleteExploration: '`flows explore-agent` waits for it, and it is deleted with time',
  redeliverEvents: '`failures redeliver` makes a redelivery of many, which tries one first',
  streamEvents: '`listen`, which makes the path itself',
};

/** The functions that call the API, or make a command that does, by the method. */
const METHODS: Readonly<Record<string, string>> = {
  ...{ GET: 'get', list: 'get', show: 'get', POST: 'post', act: 'post', PUT: 'put' },
  ...{ PATCH: 'patch', change: 'patch', DELETE: 'delete', remove: 'delete' },
};
const CALL = new RegExp(
  String.raw`\b(${Object.keys(METHODS).join('|')})(?:<[^(]*>)?\(|\bcall(?:<[^(]*>)?\('(\w+)'`,
  'g',
);
/** From the name of a function to the path that it gets, at most. */
const NEAR = 400;

test('each operation of the API is called by a command, or by none for a reason', async () => {
  const files = await Array.fromAsync(glob(join(ROOT, 'src/cli/**/*.ts')));
  const sources = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  const called = new Set<string>();
  for (const { index, 1: path } of sources.matchAll(/'(\/[a-z][^'\s]*)'/g)) {
    const call = [...sources.slice(Math.max(0, index - NEAR), index).matchAll(CALL)].at(-1);
    if (call) called.add(`${call[2] ?? METHODS[call[1]!]} ${path}`);
  }
  const { paths } = JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const uncalled = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId }]) =>
      operationId === undefined || called.has(`${method} ${path}`) ? [] : [operationId],
    ),
  );
  assert.deepEqual(uncalled.sort(), Object.keys(WITHOUT_COMMAND).sort());
});
