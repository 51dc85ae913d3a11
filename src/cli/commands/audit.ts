/** `parley audit`: who changed what, as a table of the latest, or all of it for another system. */
import { once } from 'node:events';
import type { Schemas } from '#client';
import type { Cli } from '../command.ts';
import { UsageError } from '../failure.ts';
import { upTo } from '../limit.ts';
import { short, table, time } from '../output.ts';
import { period } from '../period.ts';

type Entry = Schemas['AuditEntry'];
type Given = Record<'since' | 'until' | 'actor' | 'agent' | 'resource', string | undefined>;

const PAGE = 100;
const VALUE_WIDTH = 60;

/** The service checks the values; it names the field of one that is wrong. */
function queryOf({ since, until, actor, agent: agentId, resource }: Given) {
  const [, resourceKind, resourceId] = resource === undefined ? [] : (/^([^/]+)(?:\/(.+))?$/s.exec(resource) ?? []);
  if (resource !== undefined && resourceKind === undefined) throw new UsageError('--resource is as in state/welcome.');
  const wanted = { ...period({ since, until }), actor, agentId, resourceKind, resourceId };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

export async function listAudit(
  { api, out }: Cli,
  { limit, ...given }: Given & { limit: string | undefined },
): Promise<void> {
  const params = { query: queryOf(given) };
  const found = await upTo(limit, (atMost) => api.list('/audit-log', 'entries', { params, atMost }));
  const { rows: entries, more } = found;
  out.show(
    { entries, more },
    () =>
      entries.length === 0
        ? 'There are no such changes.'
        : table(['WHEN', 'WHO', 'WHAT', 'OF', 'SINCE', 'FROM'], entries.map(rowOf)),
    entries.map(({ auditId }) => auditId),
  );
  if (found.rows.length > 0) out.note(found.note);
}

function rowOf({ at, actor, operation, resource, after, address }: Entry): string[] {
  const { kind, id, agentId } = resource;
  const what = agentId === undefined || agentId === id ? `${kind}/${id}` : `${agentId} ${kind}/${id}`;
  return [time(at), actor.id, operation, what, after ? short(JSON.stringify(after), VALUE_WIDTH) : '', address];
}

/** One JSON document a line, newest first; no more than a page is in memory. */
export async function exportAudit({ api }: Cli, given: Given): Promise<void> {
  const wanted = { ...queryOf(given), limit: PAGE };
  let cursor: string | undefined;
  do {
    const query = { ...wanted, ...(cursor !== undefined && { cursor }) };
    const page = await api.GET('/audit-log', { params: { query } });
    const lines = page.entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    if (!process.stdout.write(lines)) await once(process.stdout, 'drain');
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
