/** A `curl` as documentation prints it, as an operation of a connector. Pure. */
import { jsonOf } from '../json.ts';
import { texts } from '../texts/texts.ts';
import type { ApiOperation } from './placeholders.ts';

type Read = { baseUrl: string; operation: ApiOperation; leftOut: string[] };

/** Those that carry a credential, which is stored apart from the operation. */
const SECRET_HEADERS = /^(authorization|cookie|x-api-key|api-key|proxy-authorization)$/i;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const BODIES = ['-d', '--data', '--data-raw', '--data-binary', '--json'];

/** Or why it is none. */
export function readCurl(text: string): Read | { fault: string } {
  const [program, ...words] = wordsOf(text.trim());
  if (program !== 'curl') return { fault: texts.connectors.noCurl };
  const leftOut: string[] = [];
  const headers: Record<string, string> = {};
  let method: string | undefined;
  let body: string | undefined;
  let address: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '-X' || word === '--request') method = words[++at];
    else if (BODIES.includes(word)) body = words[++at];
    else if (word === '-H' || word === '--header') {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/s.exec(words[++at] ?? '') ?? [];
      if (SECRET_HEADERS.test(name)) leftOut.push(texts.connectors.storeApart(name));
      else if (!/^(content-type|accept)$/i.test(name) && name !== '') headers[name] = value;
    } else if (word === '-u' || word === '--user') {
      at += 1;
      leftOut.push(texts.connectors.storeApart(word));
    } else if (word.startsWith('-')) leftOut.push(word);
    else address = word === '--url' ? words[++at] : word;
  }
  const url = URL.parse(address ?? '');
  if (!url) return { fault: texts.connectors.noAddress };
  const chosen = METHODS.find((each) => each === (method ?? (body === undefined ? 'GET' : 'POST')).toUpperCase());
  if (!chosen) return { fault: texts.connectors.noMethod(method) };
  const parsed = body === undefined ? undefined : jsonOf(body);
  if (body !== undefined && parsed === undefined) return { fault: texts.connectors.noJson };
  const query = Object.fromEntries(url.searchParams);
  const operation: ApiOperation = {
    method: chosen,
    path: decodeBraces(url.pathname),
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(parsed !== undefined && { body: parsed }),
  };
  return { baseUrl: url.origin, operation, leftOut };
}

/** `{name}` is a placeholder; the URL parser encodes its braces. */
function decodeBraces(path: string): string {
  return path.replace(/%7B([A-Za-z_]\w*)%7D/gi, '{$1}');
}

/** As a shell splits them: quotes of both kinds, and lines that go on after a backslash. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [whole] of text.replace(/\\\r?\n/g, ' ').matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gs)) {
    words.push(
      whole.replace(
        /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs,
        (_, single?: string, double?: string, escaped?: string) =>
          single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
      ),
    );
  }
  return words;
}
