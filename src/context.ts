/** What handlers are given: built once by app.ts, passed first, never a global. */
import type { AgentCache } from './agent-cache.ts';
import type { Config } from './config.ts';
import type { Connectors } from './connectors/index.ts';
import type { StateChecker } from './engine/check.ts';
import type { SliceExplorer } from './engine/explore/slice.ts';
import type { FunnelCounter, FunnelScope } from './engine/funnel.ts';
import type { Pace } from './engine/pace.ts';
import type { Previewer } from './engine/preview.ts';
import type { Replayer } from './engine/replay/slice.ts';
import type { Sandbox } from './engine/sandbox.ts';
import type { TestWriter } from './engine/scenario/from-turns.ts';
import type { SuiteRunner } from './engine/scenario/suite.ts';
import type { FlowVerifier } from './engine/verify/verify.ts';
import type { Forwarder } from './forwarding/forwarder.ts';
import type { Redeliverer } from './forwarding/redelivery.ts';
import type { Lanes } from './lanes/lanes.ts';
import type { Logger } from './log.ts';
import type { Media } from './media/media.ts';
import type { Outbound } from './net/outbound.ts';
import type { Encryption } from './secrets/encryption.ts';
import type { Database } from './store/database.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Tracing } from './telemetry/tracing.ts';
import type { Transport } from './transports/transport.ts';

/** `wake`: there is a new job. */
type Wakeable = { wake(): void };

export type Context = {
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** null: off. */
  tracing: Tracing | null;
  sql: Database;
  now: () => Date;
  /** By the database's clock, for the age of what the database has timestamped. */
  databaseNow: () => Date;
  encryption: Encryption;
  /** Agents, states and test devices, cached. */
  catalog: AgentCache;
  outbound: Outbound;
  media: Media;
  connectors: Connectors;
  transport: Transport;
  lanes: Lanes;
  forwarder: Forwarder;
  redeliverer: Pick<Redeliverer, 'wake'>;
  sandbox: Sandbox;
  consoleFolder: string;
  /** Checks a state's body when it is saved; from the engine, which http may not import. */
  checkState: StateChecker;
  /** Renders a message with given values; from the engine as well. */
  preview: Previewer;
  /** Runs flow tests on a thread; from the engine as well. */
  runSuite: SuiteRunner;
  /** Writes a flow test from turns; from the engine as well. */
  writeTest: TestWriter;
  /** Replays sessions on a thread. */
  replay: Replayer;
  /** For reading what a replay needs: it rests while there are turns. */
  pace: () => Pace;
  /** Counts where conversations went; from the engine as well. */
  createFunnelCounter: (scope: FunnelScope) => FunnelCounter;
  /** Explores a flow on a thread, for some seconds. */
  explore: SliceExplorer;
  /** Work that takes longer than a request. */
  jobs: Wakeable;
  /** Finds mistakes in a whole flow; from the engine as well. */
  verifyFlow: FlowVerifier;
  /** 12 hex digits, made with the database: keeps the ids of two services apart. */
  installation: string;
  operatorKey: string;
  /** The service's own address as clients see it, without a trailing slash. Known once it listens. */
  publicUrl: () => string;
};
