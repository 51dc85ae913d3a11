/**
 * `/docs/guides`: the guides of `docs/`, as pages. They are the files that the repository and the package have, so they are those
 * of this version; links between them lead from page to page.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Problem } from '../../errors.ts';
import type { Server } from '../fastify.ts';
import { escapeHtml, page, sendPage } from '../page.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** By the name in the address: its file, and what it is for. */
const GUIDES: Readonly<Record<string, { file: string; says: string }>> = {
  start: { file: 'README.md', says: 'the first ten minutes, the commands, the settings' },
  flows: { file: 'docs/flows.md', says: 'states, Liquid, variables, limits' },
  connectors: { file: 'docs/connectors.md', says: 'calling other systems' },
  models: { file: 'docs/models.md', says: 'asking a language model, and calling tools' },
  versions: { file: 'docs/versions.md', says: 'drafts, publishing, shares, going back' },
  'flow-tests': { file: 'docs/flow-tests.md', says: 'what happens to a flow, and what it must answer' },
  exploration: { file: 'docs/exploration.md', says: 'random conversations, until a flow breaks' },
  findings: { file: 'docs/findings.md', says: 'mistakes that are found without running a flow' },
  replay: { file: 'docs/replay.md', says: 'recorded conversations on another flow' },
  funnel: { file: 'docs/funnel.md', says: 'where conversations go, and where they end' },
  webhooks: { file: 'docs/webhooks.md', says: 'receiving events: signatures, retries, your own machine' },
  emulator: { file: 'docs/emulator.md', says: 'phones without a platform' },
  media: { file: 'docs/media.md', says: 'pictures, videos and documents for messages' },
  mcp: { file: 'docs/mcp.md', says: 'letting a model work on flows' },
  google: { file: 'docs/google.md', says: 'from the emulator to Google' },
  platform: { file: 'docs/platform.md', says: "what Google's platform does" },
  operate: { file: 'docs/operate.md', says: 'in production, and at 3 a.m.' },
  audit: { file: 'docs/audit.md', says: 'who changed what' },
  'hostile-input': { file: 'docs/hostile-input.md', says: 'where it is stopped, and how' },
  security: { file: 'SECURITY.md', says: 'who is trusted with what' },
  'spec-choices': { file: 'docs/spec-choices.md', says: 'where the specification is silent' },
  changelog: { file: 'CHANGELOG.md', says: 'what is new' },
};

/** For `build.ts`: what the package ships. */
export const GUIDE_FILES = Object.values(GUIDES).map(({ file }) => file);

const BROWSER_CACHE = 'public, max-age=3600';
const STYLE = `<style nonce="NONCE">
      body { margin-top: 3rem; }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; }
      th, td { border-bottom: 1px solid light-dark(#ced4da, #495057); padding: 0.3rem 0.8rem 0.3rem 0; text-align: left; vertical-align: top; }
      pre { padding: 0.8rem; background: light-dark(#f1f3f5, #25262b); }
    </style>`;

export function guideRoutes(server: Server): void {
  const routes = { config: { access: 'public' }, schema: { hide: true } } as const;
  const pages = new Map<string, Promise<string>>();

  server.get('/docs/guides', routes, async (_request, reply) =>
    sendPage(reply.header('cache-control', BROWSER_CACHE), await listPage()),
  );

  server.get<{ Params: { name: string } }>('/docs/guides/:name', routes, async ({ params: { name } }, reply) => {
    const guide = Object.hasOwn(GUIDES, name) ? GUIDES[name] : undefined;
    if (!guide) throw new Problem('not_found', 'There is no such guide: /docs/guides lists all of them.');
    const html = pages.get(name) ?? guidePage(guide.file);
    pages.set(name, html);
    return sendPage(reply.header('cache-control', BROWSER_CACHE), await html);
  });
}

async function listPage(): Promise<string> {
  const items = Object.entries(GUIDES).map(async ([name, { file, says }]) => {
    return `<li><a href="/docs/guides/${name}">${escapeHtml(titleOf(await text(file)))}</a>: ${escapeHtml(says)}</li>`;
  });
  const list = (await Promise.all(items)).join('\n');
  return page('Guides', `<ul>${list}</ul><p><a href="/docs">The API reference</a></p>`, STYLE);
}

const text = (file: string) => readFile(join(ROOT, file), 'utf8');

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** The library is loaded when somebody reads. */
async function guidePage(file: string): Promise<string> {
  const { Marked, Renderer } = await import('marked');
  const markdown = await text(file);
  const ids = new Set<string>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, text: title, depth }) {
        // The page has the first one.
        if (depth === 1) return '';
        return `<h${depth} id="${freeId(title, ids)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const target = addressOf(href);
        return target === null ? inside : `<a href="${escapeAttribute(target)}">${inside}</a>`;
      },
      // They are in the repository only.
      image: ({ text: alternative }) => `<em>${escapeHtml(alternative)}</em>`,
      html: ({ text: raw }) => escapeHtml(raw),
      code: ({ text: code }) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
      table(token) {
        return `<div class="wide" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
    },
  });
  const back = '<p><a href="/docs/guides">All guides</a></p>';
  return page(titleOf(markdown), back + (await marked.parse(markdown)), STYLE);
}

/** As repositories make them, so that links to a heading hold in both places. */
function freeId(title: string, ids: Set<string>): string {
  const id = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
  const free = ids.has(id) ? `${id}-${ids.size}` : id;
  ids.add(free);
  return free;
}

/** Of another guide, its page; of a file that is no guide, null. */
function addressOf(href: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const [path = '', heading] = href.split('#');
  const found = Object.entries(GUIDES).find(([, { file }]) => basename(file) === basename(path) && isSame(file, path));
  return found ? `/docs/guides/${found[0]}${heading === undefined ? '' : `#${heading}`}` : null;
}

/** Several folders have a README. */
const isSame = (file: string, path: string) => !file.endsWith('README.md') || /^(\.\.\/)?README\.md$/.test(path);

function escapeAttribute(value: string): string {
  return escapeHtml(value).replaceAll('"', '&quot;');
}
