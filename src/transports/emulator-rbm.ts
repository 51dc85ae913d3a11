/**
 * The emulator as a platform: Google's API with a key and a webhook that are arranged over the emulator's own driver
 * addresses, and arranged again when it was started anew. Everything a phone sees is `google-rbm.ts`.
 */
import { createHmac } from 'node:crypto';
import { RemoteFailure } from '../errors.ts';
import type { Logger } from '../log.ts';
import { createGoogleRbm } from './google-rbm.ts';
import { checkServiceAccountKey } from './google-token.ts';
import { fieldsOf, textOf } from './google-values.ts';
import { createGoogleWebhook } from './google-webhook.ts';
import type { Transport } from './transport.ts';

export type EmulatorRbmOptions = {
  /** Origin of the emulator. A function, because the one inside the service has its port only once that listens. */
  emulatorUrl: () => string;
  operatorKey: string;
  /** Where the emulator finds our webhook. */
  webhookUrl: () => string;
  log: Logger;
  requestTimeoutMs?: number;
  /** Milliseconds between two looks at whether the emulator still has our webhook. */
  checkEveryMs?: number;
};

const CHECK_EVERY_MS = 3000;
/** While the emulator is not there yet, or cannot reach us yet, a person is waiting for it. */
const TRY_AGAIN_MS = 250;
/** It registers only after our webhook has answered its handshake. */
const DRIVER_TIMEOUT_MS = 5000;

export function createEmulatorRbm(options: EmulatorRbmOptions): Transport {
  const { operatorKey, log, checkEveryMs = CHECK_EVERY_MS } = options;
  // The same in every process that serves one installation: any of them may receive what any has registered.
  const webhookToken = createHmac('sha256', operatorKey).update('parley emulator webhook').digest('hex');
  const stopping = new AbortController();
  let google: Transport | null = null;
  let opening: Promise<Transport> | null = null;
  let checking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isRegistered = false;
  let isTroubleSaid = false;

  async function drive(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(options.emulatorUrl() + path, {
      method,
      headers: { authorization: `Bearer ${operatorKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(DRIVER_TIMEOUT_MS)]),
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
  }

  async function openGoogle(): Promise<Transport> {
    const answer: unknown = await (await drive('GET', '/emulator/service-account')).json();
    const serviceAccount = checkServiceAccountKey(answer, 'the answer of GET /emulator/service-account');
    const apiUrl = `${options.emulatorUrl()}/emulator`;
    const { requestTimeoutMs } = options;
    const limits = requestTimeoutMs === undefined ? {} : { requestTimeoutMs };
    await forgetGoogle();
    google = createGoogleRbm({ name: 'emulator', apiUrl, serviceAccount, webhookToken, log, ...limits });
    return google;
  }

  function open(): Promise<Transport> {
    opening ??= openGoogle().finally(() => {
      opening = null;
    });
    return opening;
  }

  async function forgetGoogle(): Promise<void> {
    const old = google;
    google = null;
    await old?.[Symbol.asyncDispose]();
  }

  async function use<Result>(action: (google: Transport) => Promise<Result>): Promise<Result> {
    let current: Transport;
    try {
      current = google ?? (await open());
    } catch (cause) {
      throw new RemoteFailure('transient', 'the emulator cannot be reached', { retry: true, cause });
    }
    try {
      return await action(current);
    } catch (error) {
      // An emulator that was started anew has another key; the next call asks for it.
      if (error instanceof RemoteFailure && error.kind === 'auth' && google === current) void forgetGoogle();
      throw error;
    }
  }

  /** Registers at the first look whatever is there, later only when nothing is: two services must not fight over it. */
  async function register(): Promise<void> {
    if (isRegistered) {
      const registered = await drive('GET', '/emulator/webhook');
      const webhook = registered.ok ? fieldsOf(await registered.json()) : null;
      if (textOf(webhook?.['webhookUri']) !== '') return;
    }
    await open();
    const answer = await drive('PUT', '/emulator/webhook', {
      webhookUri: options.webhookUrl(),
      verificationToken: webhookToken,
    });
    if (!answer.ok) throw new Error('PUT /emulator/webhook was answered 404');
    isRegistered = true;
    log.info('the emulator has our webhook');
  }

  async function check(): Promise<void> {
    let nextMs = checkEveryMs;
    try {
      await register();
      isTroubleSaid = false;
    } catch (error) {
      nextMs = Math.min(TRY_AGAIN_MS, checkEveryMs);
      if (!isTroubleSaid && !stopping.signal.aborted)
        log.warn({ err: error }, 'the emulator does not have our webhook; trying on');
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
      await opening?.catch(() => {});
      await forgetGoogle();
    },
  };
}
