/** `parley open`: a link that logs a browser in to the console, once, without the operator key. */
import { spawn } from 'node:child_process';
import type { Api } from '../api.ts';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { dim } from '../output.ts';

/** What opens an address in the browser of the desktop. */
const OPENERS: Readonly<Record<string, string>> = { darwin: 'open', linux: 'xdg-open' };

export async function openConsole(
  { api, out }: Cli,
  { page, browser }: { page: string | undefined; browser: boolean | undefined },
): Promise<void> {
  const link = await makeLink(api, page);
  out.show(link, () => link.url, link.url);
  out.note(dim('It works once, within ten minutes. Whoever has it is the operator.'));
  if (browser) await openInBrowser(link.url);
}

/** `page`: an address of the console, such as `/agents/a/flow`, to which it leads. */
export async function makeLink(api: Api, page?: string): Promise<{ url: string; expiresAt: string }> {
  const { url, expiresAt } = await api.POST('/log-in-links', {});
  const link = new URL(url);
  if (page !== undefined) link.searchParams.set('from', page.startsWith('/') ? page : `/${page}`);
  return { url: link.href, expiresAt };
}

/** Only on request: for a moment the link is in the list of processes, which other users of the machine can see. */
async function openInBrowser(url: string): Promise<void> {
  const opener = OPENERS[process.platform] ?? 'xdg-open';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true });
  child.once('spawn', resolve).once('error', reject).unref();
  await promise.catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure('No browser was opened', `${opener} cannot be started (${cause.code}).`, { cause });
  });
}
