/** `parley audit export`: who changed what, all of it, for another system. */
import { once } from 'node:events';
import { type AuditGiven, auditQuery } from '../audit-query.ts';
import type { Cli } from '../command.ts';

const PAGE = 100;

/** One JSON document a line, newest first; no more than a page is in memory. */
export async function exportAudit({ api }: Cli, given: AuditGiven): Promise<void> {
  const wanted = { ...auditQuery(given), limit: PAGE };
  let cursor: string | undefined;
  do {
    const query = { ...wanted, ...(cursor !== undefined && { cursor }) };
    const page = await api.GET('/audit-log', { params: { query } });
    const lines = page.entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
