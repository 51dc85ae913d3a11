/** The system that a flow calls, in its own process: is a number even? Sometimes slow, sometimes an error. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveParent } from '../bench/child.ts';

const server = createServer((request, response) => {
  const query = new URL(request.url!, 'http://look-up').searchParams;
  const n = Number(query.get('n'));
  setTimeout(
    () => {
      response.writeHead(n % 17 === 0 ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ n, isEven: n % 2 === 0 }));
    },
    Number(query.get('delayMs')),
  );
});

server.listen(0, '127.0.0.1', () => serveParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {}));
