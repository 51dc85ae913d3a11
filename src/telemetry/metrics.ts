/**
 * All counters and timers, in one literal table; `/metrics` prints it in Prometheus' text format. docs/operate.md
 * explains each for operators. No label names an agent, an endpoint or a person: their number is not ours to bound, and
 * the log and the API name them.
 */
import { type Aggregator, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds: from a fast statement to a webhook's deadline. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds: from a message that is dispatched at once to one that is retried for ten minutes. */
const PATIENT_BUCKETS = [...LATENCY_BUCKETS, 30, 60, 300, 900];

export type Metrics = ReturnType<typeof createMetrics>;

/** Reads a gauge's value. null, or a rejection: there is no value now, and the metric has no sample. */
export type Reader = () => number | null | Promise<number | null>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  /** `aggregator`: how the values of several processes of one service are combined. */
  const gauge = <Label extends string>(name: string, aggregator: Aggregator, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers, aggregator });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[] = [],
    buckets = LATENCY_BUCKETS,
  ) => new Histogram({ name, help, labelNames, registers, buckets });
  /** A gauge that its owner's reader supplies at scrape time; it costs nothing in between. */
  const reading = (name: string, aggregator: Aggregator, help: string) => {
    let reader: Reader = () => null;
    async function collect(this: Gauge): Promise<void> {
      const value = await Promise.resolve()
        .then(reader)
        .catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    }
    const readGauge = new Gauge({ name, help, registers, aggregator, collect });
    function from(given: Reader): void {
      reader = given;
    }
    return Object.assign(readGauge, { from });
  };

  return {
    registry,
    /** The response of `/metrics`; with several processes, for all of them. */
    text: () => registry.metrics(),

    ready: reading('parley_ready', 'min', '1 when /readyz responds with 200, else 0'),
    build: gauge('parley_build_info', 'first', 'Always 1; the labels are the versions that run', ['version', 'node']),

    httpSeconds: histogram('parley_http_request_seconds', 'API requests', ['method', 'route', 'status']),
    tokensIssued: counter('parley_tokens_issued_total', 'Access tokens issued'),
    tokenRefusals: counter('parley_token_refusals_total', 'Token requests refused, by OAuth error code', ['error']),

    appendSeconds: histogram('parley_append_seconds', 'From the call to the commit of an append'),
    appendWaiting: reading('parley_append_waiting_requests', 'sum', 'Requests waiting for the commit of their item'),
    appended: counter('parley_inbox_appended_total', 'Items appended to lanes', ['kind']),
    duplicates: counter('parley_inbox_duplicates_total', 'Items dropped because they had arrived before'),
    inboxHeld: reading('parley_inbox_held_items', 'sum', 'Items in memory, running or waiting for their turn'),
    inboxWaiting: reading('parley_inbox_waiting_items', 'max', 'Items in the database without a committed turn'),
    inboxOldestSeconds: reading(
      'parley_inbox_oldest_item_seconds',
      'max',
      'Age of the oldest item without a committed turn',
    ),

    lanesOwned: reading('parley_owned_lanes', 'sum', 'Lanes that this process owns'),
    lanesStalled: reading('parley_stalled_lanes', 'sum', 'Owned lanes where nothing moves although items are waiting'),
    lanesUnowned: reading('parley_unowned_lanes', 'max', 'Lanes that no live process owns'),
    leaseAgeSeconds: reading('parley_lease_age_seconds', 'max', 'Time since this process last renewed its leases'),
    laneTakeovers: counter('parley_lane_takeovers_total', 'Lanes taken over', ['previous']),
    laneLosses: counter('parley_lane_losses_total', 'Lanes lost to another process or with the database'),
    fenced: counter('parley_fenced_commits_total', 'Commits refused because the lane had changed owner'),

    turns: counter('parley_turns_total', 'Turns committed', ['kind', 'outcome']),
    turnSeconds: histogram('parley_turn_seconds', 'From arrival in the lane to the commit of the turn'),
    turnFailures: counter('parley_turn_failures_total', 'Turns that threw and are retried'),
    deadLetters: counter('parley_dead_letters_total', 'Items and messages given up after too many failures'),
    deadLettersWaiting: reading(
      'parley_dead_letter_items',
      'max',
      'Dead letters to be retried or deleted: GET /dead-letters',
    ),

    operationSeconds: histogram(
      'parley_operation_seconds',
      'Operations of flows, including the wait for a free slot',
      ['connector', 'outcome'],
      PATIENT_BUCKETS,
    ),
    operationsWaiting: reading('parley_waiting_operations', 'sum', 'Operations waiting for a free slot'),
    connectorBreakersOpen: reading(
      'parley_open_connector_breakers',
      'sum',
      'Systems called by flows whose circuit breaker is open, counted per account',
    ),
    sandboxSeconds: histogram('parley_sandbox_seconds', 'Templates rendered in a sandbox thread', ['outcome']),
    sandboxWaiting: reading('parley_sandbox_waiting_templates', 'sum', 'Templates waiting for a sandbox thread'),

    dispatchSeconds: histogram(
      'parley_dispatch_seconds',
      'Dispatch of one committed message to the RCS platform, including retries',
      ['outcome'],
      PATIENT_BUCKETS,
    ),
    dispatches: gauge('parley_dispatching_messages', 'sum', 'Messages being dispatched'),
    throttledAgents: reading(
      'parley_throttled_agents',
      'sum',
      'Agents throttled by the platform, counted by each process',
    ),
    outbox: reading('parley_outbox_messages', 'max', 'Messages committed but not yet dispatched'),
    platformSeconds: histogram('parley_platform_call_seconds', 'Single calls to the RCS platform', ['call', 'outcome']),

    forwardSeconds: histogram('parley_forward_attempt_seconds', 'Webhook attempts', ['outcome']),
    eventAgeSeconds: histogram(
      'parley_event_age_seconds',
      'From the commit of an event until its webhook accepted it, at the first attempt',
      [],
      PATIENT_BUCKETS,
    ),
    forwardInFlight: reading('parley_forward_in_flight_attempts', 'sum', 'Webhook attempts in flight'),
    forwardWaiting: gauge('parley_forward_held_events', 'sum', 'Events in memory until their attempt is recorded'),
    forwardFresh: reading('parley_forward_fresh_events', 'max', 'Events waiting for their first attempt'),
    forwardRetrying: reading('parley_forward_retrying_events', 'max', 'Events waiting for a retry'),
    breakersOpen: gauge('parley_open_breakers', 'sum', 'Webhook endpoints whose circuit breaker is open'),
    breakerOpenings: counter('parley_breaker_openings_total', 'Openings of circuit breakers'),
    eventFailures: counter('parley_event_failures_total', 'Events moved to the failure queue'),
    refusingEndpoints: reading('parley_refusing_endpoints', 'max', 'Webhook endpoints that answer nothing but 4xx'),
    failureQueue: reading('parley_failure_queue_events', 'max', 'Events in the failure queue'),

    spansDropped: counter('parley_dropped_spans_total', 'Spans that did not reach the collector of traces', [
      'outcome',
    ]),

    commitSeconds: histogram('parley_statement_seconds', 'Statements that write groups to a lane', ['writes']),
    databaseAnswerSeconds: reading(
      'parley_database_answer_seconds',
      'max',
      'A minimal statement, including the wait for a connection',
    ),
    databaseWaiting: reading(
      'parley_database_waiting_transactions',
      'sum',
      'Transactions and single statements waiting for a connection',
    ),
    upkeepAgeSeconds: reading('parley_upkeep_age_seconds', 'max', 'Time since partitions were last maintained'),

    eventLoopLagSeconds: histogram('parley_event_loop_lag_seconds', 'How late timers of the main thread fire'),
    eventLoopBusySeconds: counter('parley_event_loop_busy_seconds_total', 'Time the event loop was busy', ['thread']),
    cpuSeconds: counter('process_cpu_seconds_total', 'User and system time of all threads of the process'),
    memoryBytes: reading('process_resident_memory_bytes', 'sum', 'Resident memory'),
    heapBytes: reading('nodejs_heap_used_bytes', 'sum', 'Heap in use by the main thread'),
    startTimeSeconds: gauge('process_start_time_seconds', 'max', 'Start time of the process, since 1970'),
  };
}
