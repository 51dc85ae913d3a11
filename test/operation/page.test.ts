/** docs/operate.md has every warning of the log and every alert, and its links work. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

let page: string;
before(async () => {
  page = await read('docs/operate.md');
});

/** The last text in a call of the log is its line; an interpolated value ends the searchable part. */
function linesOf(source: string): string[] {
  return [...source.matchAll(/\blog\.(?:warn|error)\(([\s\S]*?)\);?\n/g)].flatMap(([, call]) => {
    const line = [...call!.matchAll(/(['"`])((?:(?!\1).)*)\1/g)].at(-1)?.[2];
    return line === undefined ? [] : [line.split(/\$\{/)[0]!];
  });
}

test('every warning and every error of the log is explained', async () => {
  const lines: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: ROOT })) lines.push(...linesOf(await read(file)));
  assert.ok(lines.length > 30);
  assert.deepEqual(
    lines.filter((line) => !page.includes(line)),
    [],
  );
});

test('every alert has a summary, and the page says what to do', async () => {
  const rules = (await read('docs/alerts.yaml')).split('- alert: ').slice(1);
  assert.ok(rules.length > 8);
  for (const rule of rules) {
    const name = rule.split('\n')[0]!;
    assert.ok(page.includes(`\`${name}\``), name);
    // In quotes, or a comma would end it.
    assert.match(rule, /annotations: \{ summary: '[^']+' \}/, name);
    assert.match(rule, /labels: \{ severity: (page|ticket) \}/, name);
  }
});

test('every link leads to a heading or a file', () => {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
  assert.ok(links.length > 20);
  for (const link of links) {
    const [file, anchor] = link.split('#');
    if (file) assert.ok(existsSync(join(ROOT, 'docs', file)), link);
    else assert.ok(headings.includes(anchor!), link);
  }
});

test('the chart installs the version of the service', async () => {
  const { version } = JSON.parse(await read('package.json'));
  const chart = await read('deploy/helm/parley/Chart.yaml');
  assert.match(chart, new RegExp(`^appVersion: ${version}$`, 'm'));
});
