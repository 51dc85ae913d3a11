/**
 * Spans by OpenTelemetry's own libraries, sent in the background. A collector that is slow, or gone, costs spans and never a
 * message: the queue has a limit, what does not fit is dropped and counted, and a stop waits for a few seconds at most. The
 * only file that imports `@opentelemetry/…`; it is loaded only where tracing is on.
 */
import { hostname } from 'node:os';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../log.ts';
import { parseTraceparent, writeTraceparent } from '../traced.ts';
import { VERSION } from '../version.ts';
import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

/** Spans that wait, those on their way included: two seconds of a busy process, a few megabytes. */
const MAX_WAITING = 16_384;
const BATCH = 512;
const BATCH_PAUSE_MS = 1_000;
/** For one batch; the exporter repeats it within that time. */
const EXPORT_TIMEOUT_MS = 5_000;
/** A stop has 10 s for everything. */
const STOP_MS = 3_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

export function openTracing(settings: TracingSettings, parts: { log: Logger; metrics: Metrics }): Tracing {
  const resource = { 'service.version': VERSION, 'service.instance.id': `${hostname()}-${process.pid}` };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...resource, ...settings.resource }),
    sampler: samplerOf(settings),
    spanProcessors: [bounded(exporterOf(settings), parts)],
  });
  const tracer = provider.getTracer('parley', VERSION);

  return {
    start(name, { kind, traceparent, attributes }) {
      const parent = parseTraceparent(traceparent);
      const above = parent
        ? trace.setSpanContext(ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            traceFlags: parent.flags,
            isRemote: true,
          })
        : ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, above);
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: writeTraceparent({ traceId, spanId, flags: traceFlags }),
        set: (more) => void span.setAttributes(more),
        end(error) {
          if (error) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    async [Symbol.asyncDispose]() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, STOP_MS);
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const [isParentBased, name] = [sampler.startsWith('parentbased_'), sampler.replace('parentbased_', '')];
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

function exporterOf({ protocol, url, headers }: TracingSettings): SpanExporter {
  const Exporter = protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  // A stop sends all batches at once; those above the limit would be refused, and the others not waited for.
  return new Exporter({ url, headers, timeoutMillis: EXPORT_TIMEOUT_MS, concurrencyLimit: MAX_WAITING / BATCH });
}

/** The library's batches, with a queue whose losses are counted: its own drops in silence. */
function bounded(exporter: SpanExporter, { log, metrics }: { log: Logger; metrics: Metrics }): SpanProcessor {
  let waiting = 0;
  const counted: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        waiting -= spans.length;
        // ExportResultCode.FAILED of the library.
        if (result.code !== 0) {
          metrics.spansDropped.inc({ outcome: 'refused' }, spans.length);
          log.warn(
            { reason: result.error?.message.slice(0, 200) },
            'spans were dropped: the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take them',
          );
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counted,
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: BATCH_PAUSE_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  return {
    onStart: (span, above) => batches.onStart(span, above),
    onEnd(span) {
      if (waiting >= MAX_WAITING) return void metrics.spansDropped.inc({ outcome: 'full' });
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
