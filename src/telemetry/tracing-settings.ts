/**
 * OpenTelemetry's own variables, of which we read those below; the rest is not for us to refuse. Nothing is read, and
 * nothing refused, while tracing is off. Source: the OpenTelemetry specification, "Environment Variable Specification" and
 * "OpenTelemetry Protocol Exporter".
 */

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
/** Baggage is in everybody's default; we neither read nor send it. */
const PROPAGATORS = ['tracecontext', 'baggage'];
const DEFAULT_ENDPOINT = 'http://localhost:4318';

export type TracingSettings = Readonly<{
  /** Where spans are posted. */
  url: string;
  headers: Readonly<Record<string, string>>;
  protocol: (typeof PROTOCOLS)[number];
  sampler: (typeof SAMPLERS)[number];
  /** The share of traces that a `…traceidratio` sampler records, from 0 to 1. */
  ratio: number;
  /** `service.name` among them. */
  resource: Readonly<Record<string, string>>;
}>;

/** null: off. What is wrong is added to `problems`. */
export function readTracing(text: (name: string) => string | null, problems: string[]): TracingSettings | null {
  const signal = (name: string) => {
    const own = `OTEL_EXPORTER_OTLP_TRACES_${name}`;
    return text(own) === null
      ? { name: `OTEL_EXPORTER_OTLP_${name}`, value: text(`OTEL_EXPORTER_OTLP_${name}`) }
      : { name: own, value: text(own) };
  };
  const exporter = text('OTEL_TRACES_EXPORTER');
  const endpoint = signal('ENDPOINT');
  const isWanted = exporter === null ? endpoint.value !== null : exporter !== 'none';
  if (!isWanted || text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;

  const oneOf = <Value extends string>(name: string, value: string | null, values: readonly Value[]): Value => {
    if (value !== null && !(values as readonly string[]).includes(value)) {
      problems.push(`${name} is "${value}"; it must be one of ${values.join(', ')}`);
    }
    return (value ?? values[0]) as Value;
  };
  const pairs = (name: string): Record<string, string> => {
    const parts =
      text(name)
        ?.split(',')
        .filter((part) => part.trim() !== '') ?? [];
    const read = parts.map(pair);
    // Not repeated: a header may be a key.
    if (read.includes(null)) problems.push(`${name} must be comma-separated pairs, name=value, percent-encoded`);
    return Object.fromEntries(read.filter((one) => one !== null));
  };

  oneOf('OTEL_TRACES_EXPORTER', exporter, ['otlp', 'none']);
  for (const name of text('OTEL_PROPAGATORS')?.split(',') ?? []) oneOf('OTEL_PROPAGATORS', name.trim(), PROPAGATORS);
  const protocol = signal('PROTOCOL');
  const base = endpoint.value ?? DEFAULT_ENDPOINT;
  const url = endpoint.name.includes('TRACES') ? base : `${base.replace(/\/+$/, '')}/v1/traces`;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    problems.push(`${endpoint.name} is not a URL that starts with http:// or https://`);
  }
  const ratio = Number(text('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(ratio >= 0 && ratio <= 1)) problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  const name = text('OTEL_SERVICE_NAME');
  return {
    url,
    headers: { ...pairs('OTEL_EXPORTER_OTLP_HEADERS'), ...pairs('OTEL_EXPORTER_OTLP_TRACES_HEADERS') },
    protocol: oneOf(protocol.name, protocol.value, PROTOCOLS),
    sampler:
      text('OTEL_TRACES_SAMPLER') === null
        ? 'parentbased_always_on'
        : oneOf('OTEL_TRACES_SAMPLER', text('OTEL_TRACES_SAMPLER'), SAMPLERS),
    ratio,
    resource: {
      'service.name': 'parley',
      ...pairs('OTEL_RESOURCE_ATTRIBUTES'),
      ...(name !== null && { 'service.name': name }),
    },
  };
}

function pair(text: string): [string, string] | null {
  const at = text.indexOf('=');
  try {
    return at < 1 ? null : [text.slice(0, at).trim(), decodeURIComponent(text.slice(at + 1).trim())];
  } catch {
    return null;
  }
}
