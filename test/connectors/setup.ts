/** Connectors over real outbound HTTP, with an account whose connectors and credentials are given as tables. */
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { type Connectors, createConnectors, type OperationCall } from '../../src/connectors/index.ts';
import type { TakeTokens } from '../../src/connectors/tokens.ts';
import { createLog } from '../../src/log.ts';
import type { NewAuthentication } from '../../src/model/authentication.ts';
import type { NewConnector } from '../../src/model/connector.ts';
import type { OutboundNetwork } from '../../src/net/guard.ts';
import { createOutbound } from '../../src/net/outbound.ts';
import { type Listener, listenHttp } from '../net/servers.ts';

export const ACCOUNT = 'acc_1';

export type Setup = AsyncDisposable & { connectors: Connectors; clock: { ms: number } };

export function setUp(options: {
  network?: OutboundNetwork;
  deadlineMs?: number;
  connectors?: NewConnector[];
  /** By authenticationId. */
  credentials?: Record<string, { connectorId: string; credential: NewAuthentication }>;
  takeTokens?: TakeTokens;
}): Setup {
  const outbound = createOutbound({
    network: options.network ?? 'any',
    resolve: async (name) => [name.startsWith('inner.') ? '10.0.0.1' : name === 'localhost' ? '127.0.0.1' : '8.8.8.8'],
  });
  const clock = { ms: 1_000_000 };
  const connectors = createConnectors({
    outbound,
    log: createLog({ level: 'silent', pretty: false }),
    userAgent: 'Parley/test',
    now: () => new Date(clock.ms),
    ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
    takeTokens: options.takeTokens ?? (async () => true),
    async findConnector(accountId, connectorId) {
      if (accountId !== ACCOUNT) return null;
      return options.connectors?.find((connector) => connector.connectorId === connectorId) ?? null;
    },
    async findCredential(accountId, authenticationId) {
      const found = accountId === ACCOUNT ? options.credentials?.[authenticationId] : undefined;
      return found ? { authenticationId, ...found } : null;
    },
  });
  return { connectors, clock, [Symbol.asyncDispose]: () => outbound[Symbol.asyncDispose]() };
}

/** An operation of the built-in connector. */
export function httpCall(data: OperationCall['data']): OperationCall {
  return { accountId: ACCOUNT, connectorId: 'http', authenticationId: 'none', operation: 'request', data };
}

export type Seen = {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
};

/** A server that records its requests, and answers as given (an empty JSON object if not). */
export async function listenAndKeep(
  answer: (seen: Seen, response: Parameters<RequestListener>[1]) => void = (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  },
): Promise<Listener & { seen: Seen[] }> {
  const seen: Seen[] = [];
  const listener = await listenHttp(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const entry = { method: request.method, url: request.url, headers: request.headers, body };
    seen.push(entry);
    answer(entry, response);
  });
  return Object.assign(listener, { seen });
}
