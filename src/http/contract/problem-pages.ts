/** `/problems/<code>`, where the `type` of a problem leads: a page for people, JSON for callers that request it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../errors.ts';
import { PROBLEMS, type ProblemCode } from '../../problem-codes.ts';
import type { Server } from '../fastify.ts';
import { escapeHtml, page, sendPage } from '../page.ts';
import { preferenceForPages } from './accept.ts';

/** The texts change only with a release. */
const BROWSER_CACHE = 'public, max-age=3600';

export function problemPageRoutes(server: Server): void {
  const routes = { config: { access: 'public' }, schema: { hide: true } } as const;

  server.get('/problems', routes, async (request, reply) => {
    const codes = Object.keys(PROBLEMS) as ProblemCode[];
    return answer(request, reply, { problems: codes.map((code) => explained(server, code)) }, () => listPage(codes));
  });

  server.get<{ Params: { code: string } }>('/problems/:code', routes, async (request, reply) => {
    const { code } = request.params;
    if (!isCode(code))
      throw new Problem('not_found', 'There is no problem with this code: /problems lists all of them.');
    return answer(request, reply, explained(server, code), () => codePage(code));
  });
}

function isCode(text: string): text is ProblemCode {
  return Object.hasOwn(PROBLEMS, text);
}

function explained(server: Server, code: ProblemCode) {
  return { type: server.problemType(code), code, ...PROBLEMS[code] };
}

function answer({ headers }: FastifyRequest, reply: FastifyReply, json: object, html: () => string): FastifyReply {
  reply.headers({ 'cache-control': BROWSER_CACHE, vary: 'accept' });
  // Without a preference the page is served: only programs state one.
  return preferenceForPages(headers.accept) < 0 ? reply.send(json) : sendPage(reply, html());
}

function codePage(code: ProblemCode): string {
  const { status, title, meaning, advice } = PROBLEMS[code];
  return page(
    title,
    `<p>Code <code>${code}</code>, HTTP status ${status}.</p>
      <h2>What it means</h2>
      <p>${withCode(meaning)}</p>
      <h2>What to do</h2>
      <p>${withCode(advice)}</p>
      <p><a href="/problems">All problems</a>, <a href="/docs">the API reference</a></p>`,
  );
}

function listPage(codes: ProblemCode[]): string {
  const items = codes.map((code) => {
    const { status, title } = PROBLEMS[code];
    return `<li><a href="/problems/${code}"><code>${code}</code></a> (${status}): ${escapeHtml(title)}</li>`;
  });
  return page('Problem codes', `<ul>${items.join('\n')}</ul><p><a href="/docs">The API reference</a></p>`);
}

function withCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
