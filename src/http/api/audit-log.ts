/** The audit log: who changed what, when and from where. It is only read here; `audited.ts` writes it. */
import Type from 'typebox';
import type { Context } from '../../context.ts';
import { ResourceKindName } from '../../model/audit.ts';
import { timesOf } from '../../model/forwarded-event.ts';
import { PageOf } from '../../model/page.ts';
import { listAuditEntries } from '../../store/audit-log.ts';
import { AccountPageQuery, Moment, ref } from '../contract/schemas.ts';
import type { Server } from '../fastify.ts';
import { listedAccount } from './visibility.ts';

const Id = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

const AuditQuery = Type.Object(
  {
    ...AccountPageQuery.properties,
    actor: Id('Who: a client id, or `operator`.'),
    agentId: Id('The agent, and what belongs to it.'),
    resourceKind: Type.Optional(ResourceKindName),
    resourceId: Id('The id of the resource.'),
    since: Moment('At this time or later.'),
    until: Moment('Before this time.'),
  },
  { additionalProperties: false },
);

export function auditLogRoutes(server: Server, { sql }: Context): void {
  server.get(
    '/audit-log',
    {
      config: { problems: ['account_not_found'] },
      schema: {
        operationId: 'listAuditEntries',
        summary: 'List changes',
        description:
          'The audit log, newest first: an entry for each change that was made through the API. Sends and the events of messages are no changes. Entries cannot be changed or deleted; they are kept for 400 days.',
        tags: ['Audit log'],
        querystring: AuditQuery,
        response: { 200: PageOf('entries', ref('AuditEntry')) },
      },
    },
    async ({ principal, query }) => {
      const { actor: actorId, agentId, resourceKind, resourceId, since, until } = query;
      const accountId = listedAccount(principal, query.accountId) ?? undefined;
      const filter = { accountId, actorId, agentId, resourceKind, resourceId, ...timesOf({ since, until }) };
      const { rows, ...page } = await listAuditEntries(sql, filter, query);
      return { entries: rows, ...page };
    },
  );
}
