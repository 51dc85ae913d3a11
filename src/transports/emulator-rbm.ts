/**
 * The emulator as a platform: Google's API with a key and a webhook that are set up through the emulator's own driver
 * addresses, and again after it restarts. Everything a phone sees is in `google-rbm.ts`.
 */
import { createHmac } from 'node:crypto';
import { RemoteFailure } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { OpenConnections } from '../net/connections.ts';
import { createGoogleRbm } from './google-rbm.ts';
import { checkServiceAccountKey } from './google-token.ts';
import { fieldsOf, textOf } from './google-values.ts';
import { createGoogleWebhook } from './google-webhook.ts';
import type { Transport } from './transport.ts';

export type EmulatorRbmOptions = {
  /** Origin of the emulator. A function, because the built-in one has its port only once the service listens. */
  emulatorUrl: () => string;
  operatorKey: string;
  /** Where the emulator finds our webhook. */
  webhookUrl: () => string;
  log: Logger;
  /** On this thread if absent. */
  openConnections?: OpenConnections;
  requestTimeoutMs?: number;
  /** Milliseconds between two checks whether the emulator still has our webhook. */
  checkEveryMs?: number;
};

const CHECK_EVERY_MS = 3000;
/** While the emulator is not up yet, or cannot reach us yet, a person is waiting for it. */
const TRY_AGAIN_MS = 250;
/** It answers only after our webhook has answered its handshake. */
const DRIVER_TIMEOUT_MS = 5000;

export function createEmulatorRbm(options: EmulatorRbmOptions): Transport {
  const { emulatorUrl, webhookUrl, operatorKey, checkEveryMs = CHECK_EVERY_MS, ...forGoogle } = options;
  const { log } = options;
  // The same in every process that serves one installation: any of them may receive what another one registered.
  const webhookToken = createHmac('sha256', operatorKey).update('parley emulator webhook').digest('hex');
  const stopping = new AbortController();
  let google: Transport | null = null;
  let connecting: Promise<Transport> | null = null;
  let checking: Promise<void> = Promise.resolve();
  let closing: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isTroubleSaid = false;

  async function drive(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(emulatorUrl() + path, {
      method,
      headers: { authorization: `Bearer ${operatorKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(DRIVER_TIMEOUT_MS)]),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** The webhook comes before the first message, whose receipts need it. */
  async function connect(): Promise<Transport> {
    const answer = await drive('GET', '/emulator/service-account');
    const serviceAccount = checkServiceAccountKey(answer, 'the answer of GET /emulator/service-account');
    const registration = { webhookUri: webhookUrl(), verificationToken: webhookToken };
    await drive('PUT', '/emulator/webhook', registration);
    log.info('connected to the emulator');
    const apiUrl = `${emulatorUrl()}/emulator`;
    google = createGoogleRbm({ ...forGoogle, name: 'emulator', apiUrl, serviceAccount, webhookToken });
    return google;
  }

  async function connected(): Promise<Transport> {
    if (google) return google;
    connecting ??= connect().finally(() => {
      connecting = null;
    });
    try {
      return await connecting;
    } catch (cause) {
      throw new RemoteFailure('transient', 'the emulator is not ready', { retry: true, cause });
    }
  }

  /** Running requests end by themselves; only our own disposal waits for them. */
  function disconnect(): void {
    if (google) closing = Promise.all([closing, google[Symbol.asyncDispose]()]);
    google = null;
  }

  async function use<Result>(action: (google: Transport) => Promise<Result>): Promise<Result> {
    const current = await connected();
    try {
      return await action(current);
    } catch (error) {
      // A restarted emulator has a new key.
      if (!(error instanceof RemoteFailure && error.kind === 'auth')) throw error;
      if (google === current) disconnect();
      return action(await connected());
    }
  }

  /** Two services at one emulator must not fight over its webhook: only a missing one is registered again. */
  async function check(): Promise<void> {
    let nextMs = checkEveryMs;
    try {
      if (google && !hasWebhook(await drive('GET', '/emulator/webhook'))) disconnect();
      await connected();
      isTroubleSaid = false;
    } catch (error) {
      nextMs = Math.min(TRY_AGAIN_MS, checkEveryMs);
      if (!isTroubleSaid && !stopping.signal.aborted)
        log.warn({ err: error }, 'not connected to the emulator; retrying');
      isTroubleSaid = true;
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      checking = check();
    }, nextMs);
    timer.unref();
  }

  return {
    name: 'emulator',
    start() {
      checking = check();
      return checking;
    },
    send: (message) => use((google) => google.send(message)),
    revoke: (message) => use((google) => google.revoke(message)),
    checkCapability: (recipient) => use((google) => google.checkCapability(recipient)),
    receive: createGoogleWebhook({ webhookToken, log }),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      clearTimeout(timer);
      await checking;
      await connecting?.catch(() => {});
      disconnect();
      await closing;
    },
  };
}

const hasWebhook = (answer: unknown) => textOf(fieldsOf(answer)?.['webhookUri']) !== '';
