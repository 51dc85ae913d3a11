/**
 * The `curl` that `/docs` prints for each operation works: it is read from the page, in a browser, and run where the operation
 * first occurs in the story of the examples, with ids and keys of this run in place of the printed ones. curl itself runs it.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser } from '../console/browser.ts';
import { type Answered, type Asked, type Place, type Story, sendAsItIs, startStory } from './story.ts';

/** A stream ends with curl's patience, and says so. */
const OPTIONS = "--silent --show-error --dump-header headers --output answer --max-time 3 --write-out '%{http_code}'";
const TIMED_OUT = 28;

it('every printed curl does what its operation promises', async (t) => {
  await using story = await startStory();
  const printed = await readPrinted(story);
  assert.equal(printed.size, story.places.size);
  const folder = await mkdtemp(join(tmpdir(), 'parley-curl-'));
  t.after(() => rm(folder, { recursive: true, force: true }));

  const ran = new Set<string>();
  const steps = story.play(async (example, asked) => {
    if (example.status >= 400 || ran.has(example.operation)) return sendAsItIs(example, asked);
    ran.add(example.operation);
    if (example.base64) await writeFile(join(folder, 'filename'), Buffer.from(example.base64, 'base64'));
    return run(withActualValues(printed.get(example.operation)!, story, asked), folder);
  });
  for await (const _ of steps);
  t.diagnostic(`${ran.size} commands`);
  assert.deepEqual(
    [...story.places.keys()].filter((operation) => !ran.has(operation)),
    [],
  );
});

/** By operation. The page draws one when it is gone to. */
async function readPrinted(story: Story): Promise<Map<string, string>> {
  await using browser = await openBrowser(story.service);
  await using tab = await browser.newTab();
  await tab.page.goto(`${story.service.url}/docs`);
  const printed = new Map<string, string>();
  for (const [operation, place] of story.places) printed.set(operation, await readOne(tab.page, place));
  return printed;
}

async function readOne(page: Page, { tags: [tag = ''], method, pathTemplate }: Place): Promise<string> {
  const anchor = `tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method}${pathTemplate}`;
  await page.evaluate(`location.hash = ${JSON.stringify(anchor)}`);
  const section = page.locator(`[id=${JSON.stringify(`api-1/${anchor}`)}]`);
  return section.locator('pre').filter({ hasText: /^curl/ }).first().innerText();
}

/** What a person fills in: keys, and ids where they are made up. */
function withActualValues(command: string, { standIns }: Story, { headers }: Asked): string {
  return standIns
    .actual(command)
    .replace(/https?%3A[^'&]+/g, (address) => encodeURIComponent(standIns.actual(decodeURIComponent(address))))
    .replace('Basic username:password', headers['authorization'] ?? 'none')
    .replace(/Bearer YOUR_SECRET_TOKEN/, headers['authorization'] ?? 'none')
    .replace(/parley-session-[^=]+=YOUR_SECRET_TOKEN/, headers['cookie'] ?? 'none');
}

async function run(command: string, folder: string): Promise<Answered> {
  const ended = await promisify(execFile)('bash', ['-c', `${command.trim()} ${OPTIONS}`], { cwd: folder }).catch(
    (error) => {
      if (error.code === TIMED_OUT) return error as { stdout: string };
      throw new Error(`${command}\n${error.stderr}`);
    },
  );
  const headers = await readFile(join(folder, 'headers'), 'utf8');
  const valuesOf = (name: string) =>
    [...headers.matchAll(new RegExp(`^${name}: (.*)\r$`, 'gim'))].map(([, value]) => value!);
  const [type = ''] = valuesOf('content-type');
  const text = type.includes('json') ? await readFile(join(folder, 'answer'), 'utf8') : '';
  return { status: Number(ended.stdout), type, cookies: valuesOf('set-cookie'), text };
}
