/** Every transport, by its name in the configuration. */
import type { Logger } from '../log.ts';
import type { OpenConnections } from '../net/connections.ts';
import { createEmulatorRbm } from './emulator-rbm.ts';
import { createGoogleRbm } from './google-rbm.ts';
import { readServiceAccountFile } from './google-token.ts';
import type { Transport } from './transport.ts';

export type TransportOptions = {
  platform: Platform;
  operatorKey: string;
  /** Origins and addresses are read once the service listens. */
  emulatorUrl: () => string;
  webhookUrl: () => string;
  googleServiceAccountFile: string | null;
  googleRegion: keyof typeof GOOGLE_HOSTS | null;
  googleWebhookToken: string | null;
  log: Logger;
  openConnections?: OpenConnections;
  requestTimeoutMs?: number;
};

export type Platform = 'emulator' | 'google';

/**
 * Any region reaches every carrier; the nearest answers soonest. Source: docs/platform.md, "Hosts and authentication".
 */
const GOOGLE_HOSTS = {
  us: 'https://us-rcsbusinessmessaging.googleapis.com',
  europe: 'https://europe-rcsbusinessmessaging.googleapis.com',
  asia: 'https://asia-rcsbusinessmessaging.googleapis.com',
} as const;
const GLOBAL_GOOGLE_HOST = 'https://rcsbusinessmessaging.googleapis.com';

export const TRANSPORTS: Readonly<Record<Platform, (options: TransportOptions) => Transport>> = {
  emulator: createEmulatorRbm,

  google({ googleServiceAccountFile, googleRegion, googleWebhookToken, ...options }) {
    if (googleServiceAccountFile === null || googleWebhookToken === null) {
      throw new Error('the platform "google" needs a service-account file and a webhook token');
    }
    return createGoogleRbm({
      ...options,
      apiUrl: googleRegion === null ? GLOBAL_GOOGLE_HOST : GOOGLE_HOSTS[googleRegion],
      serviceAccount: readServiceAccountFile(googleServiceAccountFile),
      webhookToken: googleWebhookToken,
    });
  },
};

/** @throws {Error} when the service-account file cannot be read or is no key. */
export function createTransport(options: TransportOptions): Transport {
  return TRANSPORTS[options.platform](options);
}
