/**
 * `/console`, the web console as it was built. It is a client of this API like any other: nothing here knows what its
 * pages show. Building it is `console/build.ts`'s business.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Context } from '../context.ts';
import { escapeHtml, page, sendPage } from './page.ts';
import type { Server } from './server.ts';

/** The names of assets are made of their contents. */
const ASSETS = { maxAge: '365d', immutable: true, index: false } as const;

/** How often the page that waits for the build looks again. */
const LOOK_AGAIN_SECONDS = 1;

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
