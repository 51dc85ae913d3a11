/** Which changes a command of `parley audit` means. */
import { UsageError } from './failure.ts';
import { period } from './period.ts';

export type AuditGiven = { [Name in 'since' | 'until' | 'actor' | 'agent' | 'resource']?: string | undefined };

/** The service checks the values; it names the field of one that is wrong. */
export function auditQuery({ since, until, actor, agent: agentId, resource }: AuditGiven): Record<string, string> {
  const [, resourceKind, resourceId] = resource === undefined ? [] : (/^([^/]+)(?:\/(.+))?$/s.exec(resource) ?? []);
  if (resource !== undefined && resourceKind === undefined) throw new UsageError('--resource is as in state/welcome.');
  const wanted = { ...period({ since, until }), actor, agentId, resourceKind, resourceId };
  return Object.fromEntries(Object.entries(wanted).filter((one): one is [string, string] => one[1] !== undefined));
}
