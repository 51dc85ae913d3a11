/** Pages for people: a frame for plain pages, and the policy under which a browser shows any page of ours. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** Where each answer's nonce goes in a page; the console's build leaves the same mark: `console/vite.config.ts`. */
const NONCE_PLACE = /(nonce=")NONCE"/g;
const NONCE_BYTES = 16;

/** Nothing from other origins: not even a brand's media, which the console names instead of showing. */
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

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
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

/** `title` is text, `body` and `head` are HTML. */
export function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    ${head}
    <title>${escapeHtml(title)}</title>
    <style nonce="NONCE">
      html { color-scheme: light dark; background: light-dark(#fff, #1a1b1e); color: light-dark(#1a1b1e, #f1f3f5); }
      a { color: light-dark(#0b57d0, #a8c7fa); }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 15vh auto; padding: 0 1.5rem; }
      pre { overflow: auto; font-size: 13px; }
      code { font-size: 0.9em; overflow-wrap: anywhere; }
    </style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${body}
    </main>
  </body>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
