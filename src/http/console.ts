/**
 * `/console`, the web console as built by an install (`console/build.ts`). It is a client of this API like any other:
 * nothing here knows what its pages show.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Context } from '../context.ts';
import type { Server } from './fastify.ts';
import { page, sendPage } from './page.ts';

/** Asset names are content hashes. */
const ASSETS = { maxAge: '365d', immutable: true, index: false } as const;

export function consoleRoutes(server: Server, { consoleFolder }: Context): void {
  const routes = { config: { access: 'public' }, schema: { hide: true } } as const;
  // Only for `sendFile`: the routes are declared below.
  server.register(fastifyStatic, { serve: false, preCompressed: true });

  server.get<{ Params: { '*': string } }>('/console/assets/*', routes, (request, reply) =>
    reply.sendFile(request.params['*'], join(consoleFolder, 'assets'), ASSETS),
  );

  // Every other address is a page of the console, so that it can be shared and reloaded.
  for (const url of ['/console', '/console/*']) {
    server.get(url, routes, async (_request, reply) => {
      const document = await readFile(join(consoleFolder, 'index.html'), 'utf8').catch(() => null);
      return document === null ? sendPage(reply.code(503), NOT_BUILT) : sendPage(reply, document);
    });
  }
}

const NOT_BUILT = page(
  'The console is not built',
  `<p>The API still works. <code>npm ci</code> builds the console when it installs the packages;
<code>npm run build:console</code> builds it now and reports what goes wrong.</p>`,
);
