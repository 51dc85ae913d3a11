/** The programs of a README, and what one prints while it runs. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';

/** In the order of the page. */
export async function programsOf(page: string, language: string): Promise<string[]> {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, program]) =>
    name === language ? program! : [],
  );
}

/** What the program has printed until each call. */
export function printed({ stdout }: ChildProcess): () => string {
  let text = '';
  stdout!.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

/** For a program that takes a port and does not say which it got. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
