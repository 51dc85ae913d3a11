/** Writes the audit log: each operation that changes something calls `audit` in the transaction of its change. */
import type { FastifyRequest } from 'fastify';
import { newId } from '../../ids.ts';
import type { AuditEntry } from '../../model/audit.ts';
import { auditedValues } from '../../model/audit-value.ts';
import { insertAuditEntry } from '../../store/audit-log.ts';
import type { Sql } from '../../store/sql.ts';
import { changedBy } from '../auth/operations.ts';
import type { Principal } from '../auth/principal.ts';

/** What is recorded of a request. */
export type Requester = Pick<FastifyRequest, 'ip' | 'id'> & {
  principal: Principal;
  routeOptions: { schema?: { operationId?: string } };
};

export type Change = {
  /** Null: of no account. */
  accountId: string | null;
  /** Of the resource; its kind is in the table of operations. */
  id: string;
  /** The agent that it is or belongs to. */
  agentId?: string;
  /** As the API shows it: nothing that it would not show. Absent: there was nothing, or nothing to show. */
  before?: object;
  /** Absent: it is gone. */
  after?: object;
};

/** Records a change, unless nothing differs. It commits with the change, or not at all. */
export async function audit(
  transaction: Sql,
  { principal, ip, id, routeOptions }: Requester,
  change: Change,
): Promise<void> {
  const { accountId, agentId, before = null, after = null } = change;
  const values = auditedValues(before, after);
  if (values === null) return;
  const operation = routeOptions.schema?.operationId ?? '';
  await insertAuditEntry(transaction, {
    auditId: newId('audit'),
    actor: actorOf(principal),
    accountId,
    operation,
    resource: { kind: changedBy(operation), id: change.id, ...(agentId !== undefined && { agentId }) },
    ...values,
    address: ip,
    requestId: id,
  });
}

function actorOf(principal: Principal): AuditEntry['actor'] {
  const { kind } = principal;
  if (kind === 'person') return { kind, id: principal.personId, name: principal.name };
  return { kind, id: kind === 'client' ? principal.clientId : 'operator' };
}
