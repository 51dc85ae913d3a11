/** `--since` and `--until`: a time, or how long ago it is. The service checks the times; it names the field of one that is wrong. */

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

type Period = { since?: string; until?: string };

/** As the API takes it: without what was not given, and with `24h` as the time that it means now. */
export function period({ since, until }: { since?: string | undefined; until?: string | undefined }): Period {
  return {
    ...(since !== undefined && { since: moment(since) }),
    ...(until !== undefined && { until: moment(until) }),
  };
}

function moment(text: string): string {
  const [, number, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return unit === undefined ? text : new Date(Date.now() - Number(number) * UNITS[unit]!).toISOString();
}
