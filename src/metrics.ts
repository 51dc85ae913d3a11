/** What is counted and timed, in one literal table; `/metrics` prints it in Prometheus' text form. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds: from a fast statement to a webhook's deadline. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `parley_${name}`, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `parley_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Histogram({ name: `parley_${name}`, help, labelNames, registers, buckets: LATENCY_BUCKETS });
  return {
    registry,
    appended: counter('inbox_appended_total', 'Items appended to lanes', ['kind']),
    duplicates: counter('inbox_duplicates_total', 'Items dropped because they had arrived before'),
    appendSeconds: histogram('append_seconds', 'From the call to the commit of an append'),
    turns: counter('turns_total', 'Turns that were committed', ['kind', 'outcome']),
    turnSeconds: histogram('turn_seconds', 'From arrival in the lane to the commit of the turn'),
    turnFailures: counter('turn_failures_total', 'Turns that threw and are tried again'),
    failedItems: counter('failed_items_total', 'Items moved to the failure table after too many failed turns'),
    commitSeconds: histogram('commit_seconds', 'One group commit of a lane', ['writes']),
    lanesOwned: gauge('lanes_owned', 'Lanes that this process owns'),
    laneTakeovers: counter('lane_takeovers_total', 'Lanes taken over', ['previous']),
    fenced: counter('fenced_total', 'Commits refused because the lane had another owner by then'),
    inboxWaiting: gauge('inbox_waiting', 'Items in memory that wait for their turn'),
    platformCalls: counter('platform_calls_total', 'Calls of the RCS platform', ['call', 'outcome']),
    platformSeconds: histogram('platform_seconds', 'One call of the RCS platform', ['call']),
    forwardAttempts: counter('forward_attempts_total', 'Webhook attempts', ['outcome']),
    forwardSeconds: histogram('forward_seconds', 'One webhook attempt'),
    forwardWaiting: gauge('forward_waiting', 'Events in memory that wait for an attempt'),
    breakersOpen: gauge('breakers_open', 'Webhook endpoints whose breaker is open'),
    httpSeconds: histogram('http_seconds', 'API requests', ['method', 'route', 'status']),
  };
}
