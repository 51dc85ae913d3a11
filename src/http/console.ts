/**
 * `/console`, the web console as it was built. It is a client of this API like any other: nothing here knows what its
 * pages show. Building it is `console/build.ts`'s business.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import type { Server } from './server.ts';

/** The place that the build leaves for the nonce of each answer: `console/vite.config.ts`. */
const NONCE_PLACE = /(nonce=")NONCE"/g;
const NONCE_BYTES = 16;

/** The names of assets are made of their contents. */
const ASSETS = { maxAge: '365d', immutable: true, index: false } as const;

/** How often the page that waits for the build looks again. */
const LOOK_AGAIN_SECONDS = 1;

/** Nothing from elsewhere: not even the media of a brand, which the console names instead of showing. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function consoleRoutes(server: Server, context: Context): void {
  const { consoleBuild } = context;
  const routes = { config: { access: 'public' }, schema: { hide: true } } as const;
  // Only for `sendFile`: which addresses there are is said below.
  server.register(fastifyStatic, { serve: false, preCompressed: true });

  server.get<{ Params: { '*': string } }>('/console/assets/*', routes, (request, reply) =>
    reply.sendFile(request.params['*'], join(consoleBuild.folder, 'assets'), ASSETS),
  );

  // Every other address is a page of the console, so that it can be shared and loaded again.
  for (const url of ['/console', '/console/*']) {
    server.get(url, routes, async (_request, reply) => {
      consoleBuild.start();
      const state = consoleBuild.state();
      if (state.is === 'building') return sendPage(reply.code(503), BEING_BUILT);
      if (state.is === 'failed') return sendPage(reply.code(503), failedPage(state.output));
      return sendPage(reply, await readFile(join(consoleBuild.folder, 'index.html'), 'utf8'));
    });
  }
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': contentSecurityPolicy(nonce),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    .serializer(String)
    .send(html.replaceAll(NONCE_PLACE, `$1${nonce}"`));
}

const BEING_BUILT = page(
  'The console is being built',
  '<p>It has changed since it was built last. This page looks again by itself; it takes some seconds.</p>',
  `<meta http-equiv="refresh" content="${LOOK_AGAIN_SECONDS}">`,
);

function failedPage(output: string): string {
  return page(
    'The console could not be built',
    `<p>The API works nevertheless. Mend what is said below, then start the service again.</p><pre>${escapeHtml(output)}</pre>`,
  );
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    ${head}
    <title>${title}</title>
    <style nonce="NONCE">
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 15vh auto; padding: 0 1.5rem; }
      pre { overflow: auto; font-size: 13px; }
    </style>
  </head>
  <body><h1>${title}</h1>${body}</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
