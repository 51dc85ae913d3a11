/**
 * `/docs`, a page to read the OpenAPI document. Everything on it comes from this service: no CDN, no fonts, no
 * telemetry, no proxy for its requests.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import Fastify from 'fastify';
import type { Server } from '../fastify.ts';

const BROWSER_CACHE = 'public, max-age=3600';

/** The reader adds styles at run time; its scripts are the two below, and no other source or destination is allowed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Parley API</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="app"><noscript>This page needs JavaScript; the document itself is <a href="/openapi.json">here</a>.</noscript></div>
    <script src="/docs/reader.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

const READER_SETTINGS = {
  url: '/openapi.json',
  authentication: { preferredSecurityScheme: 'accessToken' },
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  agent: { disabled: true },
  mcp: { disabled: true },
};

const START = `Scalar.createApiReference('#app', ${JSON.stringify(READER_SETTINGS)});\n`;

export function docsRoutes(server: Server): void {
  const routes = { config: { access: 'public' }, schema: { hide: true } } as const;

  server.get('/docs', routes, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'referrer-policy': 'no-referrer' })
      .serializer(String)
      .send(PAGE),
  );

  server.get('/docs/start.js', routes, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', BROWSER_CACHE).serializer(String).send(START),
  );

  let reader: Promise<Buffer> | null = null;
  server.get('/docs/reader.js', routes, async (request, reply) => {
    reader ??= loadReader();
    const compressed = await reader;
    reply.type('text/javascript; charset=utf-8').headers({ 'cache-control': BROWSER_CACHE, vary: 'accept-encoding' });
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
      return reply.send(await promisify(gunzip)(compressed));
    }
    return reply.header('content-encoding', 'gzip').send(compressed);
  });
}

/**
 * The reader's script, four megabytes, compressed. Its package only exposes it through a Fastify plugin, which cannot
 * be mounted on a listening server, so it is fetched from a server of its own that never listens.
 */
async function loadReader(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  await using server = Fastify();
  await server.register(plugin, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
  const { rawPayload } = await server.inject('/docs/js/scalar.js');
  return promisify(gzip)(rawPayload);
}
