/** The headers that an endpoint wants, in a change of it. They are sent by `forwarding/`. */
import type { Context } from '../../context.ts';
import type { Endpoint, EndpointPatch } from '../../model/endpoint.ts';
import { headersPatchFaults, patchedHeaders } from '../../model/endpoint-headers.ts';
import { OTHER_MASK } from '../../model/mask.ts';
import { findHeaders, updateHeaders } from '../../store/endpoints.ts';
import type { Sql } from '../../store/sql.ts';
import { fieldProblem } from '../../validation/validation.ts';

/**
 * The endpoint's row must be locked. Returns the names of headers that have another value now.
 * @throws Problem `validation_failed`
 */
export async function changeHeaders(
  { encryption }: Context,
  transaction: Sql,
  { endpointId, url, headers = {} }: Endpoint,
  patch: EndpointPatch,
): Promise<string[]> {
  const faults = headersPatchFaults({ url, headers: Object.keys(headers) }, patch);
  if (faults.length > 0) throw fieldProblem(faults);
  if (patch.headers === undefined) return [];
  const before = await findHeaders(transaction, encryption, endpointId);
  const after = patchedHeaders(before, patch.headers);
  await updateHeaders(transaction, encryption, endpointId, after);
  return Object.keys(after).filter((name) => Object.hasOwn(before, name) && before[name] !== after[name]);
}

/** What the audit log compares with the endpoint as it was. */
export function audited(endpoint: Endpoint, replaced: readonly string[]): object {
  if (!endpoint.headers) return endpoint;
  const shown = Object.entries(endpoint.headers).map(([name, mask]) => [
    name,
    replaced.includes(name) ? OTHER_MASK : mask,
  ]);
  return { ...endpoint, headers: Object.fromEntries(shown) };
}
