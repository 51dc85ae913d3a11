/** A `curl` as documentation prints it, as an operation of a connector. Pure. */
import { texts } from '../texts/texts.ts';
import { type Fault, type Read, readRequest } from './request.ts';

const BODIES = ['-d', '--data', '--data-raw', '--data-binary', '--json'];

/** Or why it is none. */
export function readCurl(text: string): Read | Fault {
  const [program, ...words] = wordsOf(text.trim());
  if (program !== 'curl') return { fault: texts.connectors.noCurl, at: 'address' };
  const leftOut: string[] = [];
  const headers: [name: string, value: string][] = [];
  let method: string | undefined;
  let body: string | undefined;
  let address = '';
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '-X' || word === '--request') method = words[++at];
    else if (BODIES.includes(word)) body = words[++at];
    else if (word === '-H' || word === '--header') {
      const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/s.exec(words[++at] ?? '') ?? [];
      headers.push([name, value]);
    } else if (word === '-u' || word === '--user') {
      at += 1;
      leftOut.push(texts.connectors.storeApart(word));
    } else if (word.startsWith('-')) leftOut.push(word);
    else address = word === '--url' ? (words[++at] ?? '') : word;
  }
  const read = readRequest({ method: method ?? (body === undefined ? 'GET' : 'POST'), address, headers, body });
  return 'fault' in read ? read : { ...read, leftOut: [...read.leftOut, ...leftOut] };
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
