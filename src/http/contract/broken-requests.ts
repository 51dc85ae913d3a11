/** Requests that Node's parser could not read: there is no request object yet, so the response is written by hand. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Problem, problemDocument } from '../../errors.ts';
import { PROBLEM_CONTENT_TYPE } from './problems.ts';

/** `bytesParsed` is the parser's position in `rawPacket`, a Buffer. */
type ParserError = Error & { code?: string; rawPacket?: unknown; bytesParsed?: number };

/**
 * The response in progress on a connection. Node has no public name for it, and its own handler of broken requests uses
 * it too.
 */
type Connection = Socket & { _httpMessage?: ServerResponse | null };

/** RFC 9112 §3; a method is a token, and the parser refuses those it does not know. */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\/[!-~]*) HTTP\/1\.[01]$/;

/**
 * Earlier requests on the same connection are answered first, or the client would take the refusal for their answer.
 * Fastify calls it with the server as `this`.
 */
export function refuseBrokenRequest(this: FastifyInstance, error: ParserError, socket: Connection): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const current = socket._httpMessage;
  if (current?.req.complete) {
    current.once('finish', () => refuseBrokenRequest.call(this, error, socket));
    return;
  }
  const problem = problemOf(error, this);
  const body = JSON.stringify(problemDocument(problem, this.problemType(problem.code)));
  const headers = {
    ...problem.headers,
    'content-type': PROBLEM_CONTENT_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
}

function problemOf(error: ParserError, server: FastifyInstance): Problem {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return new Problem('header_too_large', 'The request headers are larger than this service accepts.');
  }
  const [, method, url] = (error.code === 'HPE_INVALID_METHOD' && REQUEST_LINE.exec(lineOf(error))) || [];
  if (method && url) return server.unserved(method, url);
  return new Problem('invalid_request', 'The request is not valid HTTP, or did not arrive in time.');
}

/** The line in which the parser stopped. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParserError): string {
  if (!Buffer.isBuffer(rawPacket)) return '';
  const end = rawPacket.indexOf('\r\n', bytesParsed);
  const before = rawPacket.subarray(0, bytesParsed);
  return end < 0 ? '' : rawPacket.toString('latin1', before.lastIndexOf('\n') + 1, end);
}
