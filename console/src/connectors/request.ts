/** A request, as somebody describes it, as an operation of a connector. Pure. */
import { jsonOf } from '../json.ts';
import { texts } from '../texts/texts.ts';
import type { ApiOperation } from './placeholders.ts';

export type Request = {
  method: string;
  /** Whole, with the query: `{name}` is a placeholder. */
  address: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** JSON. */
  body?: string | undefined;
};

export type Read = { baseUrl: string; operation: ApiOperation; leftOut: string[] };
export type Fault = { fault: string; at: 'method' | 'address' | 'body' };

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Those that carry a credential, which is stored apart from the operation. */
const SECRET_HEADERS = /^(authorization|cookie|x-api-key|api-key|proxy-authorization)$/i;
/** A connector sends JSON and reads JSON, and says so itself. */
const OWN_HEADERS = /^(content-type|accept)$/i;

/** Or why it is none. */
export function readRequest({ method, address, headers, body }: Request): Read | Fault {
  const url = URL.parse(address.trim());
  if (!url) return { fault: texts.connectors.noAddress, at: 'address' };
  const chosen = METHODS.find((each) => each === method.toUpperCase());
  if (!chosen) return { fault: texts.connectors.noMethod(method), at: 'method' };
  const parsed = body === undefined ? undefined : jsonOf(body);
  if (body !== undefined && parsed === undefined) return { fault: texts.connectors.noJson, at: 'body' };
  const query = Object.fromEntries(url.searchParams);
  const named = headers
    .map(([name, value]) => [name.trim(), value] as const)
    .filter(([name]) => name !== '' && !OWN_HEADERS.test(name));
  const plain = Object.fromEntries(named.filter(([name]) => !SECRET_HEADERS.test(name)));
  const secret = named.filter(([name]) => SECRET_HEADERS.test(name));
  const operation: ApiOperation = {
    method: chosen,
    path: decodeBraces(url.pathname),
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(plain).length > 0 && { headers: plain }),
    ...(parsed !== undefined && { body: parsed }),
  };
  return { baseUrl: url.origin, operation, leftOut: secret.map(([name]) => texts.connectors.storeApart(name)) };
}

/** The URL parser encodes the braces of a placeholder. */
function decodeBraces(path: string): string {
  return path.replace(/%7B([A-Za-z_]\w*)%7D/gi, '{$1}');
}
