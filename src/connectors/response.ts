/** Sends a connector's request and parses the response into JSON that may be stored. */
import { type JsonValue, storableJson, storableText } from '../model/json.ts';
import type { Outbound, OutboundRequest } from '../net/outbound.ts';
import { MAX_REQUEST_BYTES, MAX_RESPONSE_BYTES, OperationFailure } from './connector.ts';

export type ConnectorResponse = {
  status: number;
  headers: Record<string, string>;
  contentType: string;
  text: string;
};

export type ConnectorRequest = Pick<OutboundRequest, 'url' | 'method'> & {
  headers: Record<string, string>;
  body?: string | undefined;
};

/** The body, if it may be sent. @throws {OperationFailure} */
export function sendable(body: string): string {
  if (Buffer.byteLength(body) <= MAX_REQUEST_BYTES) return body;
  throw new OperationFailure('invalid_data', `the request body is larger than ${MAX_REQUEST_BYTES} bytes`);
}

/** Throws `OperationFailure` for a response that cannot be read, `RemoteFailure` when there is none. */
export async function send(
  outbound: Outbound,
  { url, method, headers, body }: ConnectorRequest,
  deadlineMs: number,
): Promise<ConnectorResponse> {
  const response = await outbound.request({
    url,
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body === undefined ? {} : { body }),
    deadlineMs,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  });
  if (response.truncated) {
    throw new OperationFailure('too_large', `the response is larger than ${MAX_RESPONSE_BYTES} bytes`);
  }
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new OperationFailure(
      'unsupported_encoding',
      'the response is compressed although compression was not requested',
    );
  }
  const contentType = (response.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  const text = response.body.toString('utf8').replace(/^\uFEFF/, '');
  return { status: response.status, headers: response.headers, contentType, text: storableText(text) };
}

/** The JSON of a 2xx response. @throws {OperationFailure} `http_<status>`, `not_json`, `too_large` */
export function jsonOf({ status, text }: Pick<ConnectorResponse, 'status' | 'text'>): JsonValue {
  // The body stays out of the message: an API may repeat the credential that it refuses.
  if (status < 200 || status > 299) throw new OperationFailure(`http_${status}`, `the API answered ${status}`);
  const parsed = parseJson(text);
  if (parsed !== undefined) return parsed;
  throw new OperationFailure('not_json', `the API answered ${status} with a body that is not JSON`);
}

export function isJsonType(contentType: string): boolean {
  return contentType === 'application/json' || contentType.endsWith('+json');
}

/** The value of a JSON text, or undefined when it is none. Throws `too_large` when it is nested too deep to store. */
export function parseJson(text: string): JsonValue | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  try {
    return storableJson(parsed);
  } catch (error) {
    if (error instanceof RangeError) throw new OperationFailure('too_large', `the response: ${error.message}`);
    throw error;
  }
}
