/** What the `Accept` header prefers. Source: RFC 9110 §12.5.1; wildcards count for nothing here. */

/** A positive number when pages are preferred to JSON, a negative one for JSON, 0 without a preference. */
export function preferenceForPages(accept = ''): number {
  const weight = (type: RegExp) =>
    Math.max(
      ...accept.split(',').map((range) => (type.test(range) ? Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1) : 0)),
    );
  return weight(/\btext\/html\b/i) - weight(/[/+]json\b/i);
}
