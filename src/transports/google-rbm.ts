/**
 * Phones reached through Google's RCS for Business API, or through the emulator, which speaks the same. The operator
 * registers the webhook at Google (docs/google.md); `dispatch/` decides when a failed message is sent again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Logger } from '../log.ts';
import type { UseCase } from '../model/agent.ts';
import type { TrafficType } from '../model/traffic-type.ts';
import { type OpenConnections, openConnections } from '../net/connections.ts';
import type { Traced } from '../traced.ts';
import {
  type GoogleAnswer,
  googleFailure,
  isAlreadyAccepted,
  isLookUpFailure,
  isOutOfReach,
} from './google-failure.ts';
import { platformAgentIdOf } from './google-notice.ts';
import { createTokenSource, exchangeKey, type ServiceAccountKey } from './google-token.ts';
import { classificationOf, type Fields, fieldsOf, utcTime } from './google-values.ts';
import { createGoogleWebhook } from './google-webhook.ts';
import type { Accepted, OutboundMessage, Recipient, Transport } from './transport.ts';

export type GoogleRbmOptions = {
  name?: string;
  /** Origin and prefix before `/v1`, without a trailing slash. */
  apiUrl: string;
  serviceAccount: ServiceAccountKey;
  webhookToken: string;
  log: Logger;
  /** On this thread if absent. */
  openConnections?: OpenConnections;
  requestTimeoutMs?: number;
  /** Milliseconds before an agent that could not be looked up is tried once more. */
  lookUpPauseMs?: number;
};

const SCOPE = 'https://www.googleapis.com/auth/rcsbusinessmessaging';
/** Google calls less than 5 s normal, including fetching a new media URL. */
const REQUEST_TIMEOUT_MS = 15_000;
const LOOK_UP_PAUSE_MS = 1000;
/** Each carries one request at a time; at 50 ms a response that is 2,500 messages a second. */
const MAX_CONNECTIONS = 128;
/** The TTL of Google's DNS answers: an older connection would miss a change of the region's address. */
const CONNECTION_LIFETIME_MS = 300_000;
/** Bytes. A response repeats the message, which is 250 KB at most. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
/** 15 days, Google's maximum. */
const MAX_TTL_SECONDS = 15 * 24 * 3600;

/**
 * The defaults. A MULTI_USE agent has to choose, and may not use SERVICEREQUEST unprompted. Source: docs/platform.md,
 * "Traffic type".
 */
const TRAFFIC_TYPES: Record<UseCase, TrafficType> = {
  OTP: 'AUTHENTICATION',
  TRANSACTIONAL: 'TRANSACTION',
  PROMOTIONAL: 'PROMOTION',
  MULTI_USE: 'TRANSACTION',
};

export function createGoogleRbm(options: GoogleRbmOptions): Transport {
  const { serviceAccount, webhookToken, log, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const { origin, pathname } = new URL(options.apiUrl);
  const prefix = `${pathname.replace(/\/+$/, '')}/v1/phones/`;
  const connections = (options.openConnections ?? openConnections)(origin, {
    maxConnections: MAX_CONNECTIONS,
    lifetimeMs: CONNECTION_LIFETIME_MS,
  });
  const tokens = createTokenSource({ exchange: () => exchangeKey(serviceAccount, SCOPE, requestTimeoutMs), log });

  async function callOnce(
    method: Dispatcher.HttpMethod,
    path: string,
    body: string | null,
    token: string,
    traced?: Traced,
  ): Promise<GoogleAnswer> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (traced?.traceparent) headers['traceparent'] = traced.traceparent;
    if (body !== null) headers['content-type'] = 'application/json';
    const limits = { deadlineMs: requestTimeoutMs, maxResponseBytes: MAX_RESPONSE_BYTES };
    const response = await connections.exchange({ method, path, headers, body }, limits);
    return { status: response.status, headers: response.headers, text: response.body.toString('utf8') };
  }

  /** Every repeat is harmless: Google ignores a repeated message id. */
  async function call(
    method: Dispatcher.HttpMethod,
    path: string,
    body: string | null = null,
    traced?: Traced,
  ): Promise<GoogleAnswer> {
    const token = await tokens.get();
    let answer = await callOnce(method, path, body, token, traced);
    if (answer.status === 401) {
      tokens.refuse(token);
      answer = await callOnce(method, path, body, await tokens.get(), traced);
    } else if (isLookUpFailure(answer)) {
      await delay(options.lookUpPauseMs ?? LOOK_UP_PAUSE_MS);
      answer = await callOnce(method, path, body, await tokens.get(), traced);
    }
    return answer;
  }

  return {
    name: options.name ?? 'google',

    async start() {
      try {
        await tokens.get();
      } catch {
        // A refused key is logged now, not only with the first message.
      }
    },

    async send(message) {
      const path = `${prefix}${message.phoneNumber}/agentMessages?messageId=${encodeURIComponent(message.messageId)}&${agentOf(message)}`;
      const answer = await call('POST', path, bodyOf(message), message);
      if (answer.status === 200) return acceptedOf(answer.text);
      if (isAlreadyAccepted(answer)) return acceptedOf('');
      throw googleFailure(answer);
    },

    async revoke(message) {
      const path = `${prefix}${message.phoneNumber}/agentMessages/${encodeURIComponent(message.messageId)}?${agentOf(message)}`;
      const answer = await call('DELETE', path);
      if (answer.status === 200) return true;
      // Delivered already, revoked already or unknown.
      if (answer.status === 404 && isOutOfReach(answer)) return false;
      throw googleFailure(answer);
    },

    async checkCapability(recipient) {
      const path = `${prefix}${recipient.phoneNumber}/capabilities?requestId=${crypto.randomUUID()}&${agentOf(recipient)}`;
      const answer = await call('GET', path);
      if (isOutOfReach(answer)) return { reachable: false, features: [] };
      if (answer.status !== 200) throw googleFailure(answer);
      const features = fieldsFrom(answer.text)?.['features'];
      return {
        reachable: true,
        features: Array.isArray(features) ? features.filter((feature) => typeof feature === 'string') : [],
      };
    },

    receive: createGoogleWebhook({ webhookToken, log }),

    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  };
}

const agentOf = ({ platformAgentId }: Recipient) => `agentId=${encodeURIComponent(platformAgentIdOf(platformAgentId))}`;

function bodyOf(message: OutboundMessage): string {
  const { contentMessage, useCase, answersUser, ttlSeconds } = message;
  // SERVICEREQUEST is open to every use case, and correct for a reply: promotional caps do not count it.
  const usual = answersUser ? 'SERVICEREQUEST' : TRAFFIC_TYPES[useCase];
  return JSON.stringify({
    contentMessage,
    messageTrafficType: message.messageTrafficType ?? usual,
    ...(ttlSeconds !== null && { ttl: `${Math.min(Math.max(Math.ceil(ttlSeconds), 1), MAX_TTL_SECONDS)}s` }),
  });
}

/** A 200 is an acceptance, whatever its body; a repeat's body is not documented. */
function acceptedOf(text: string): Accepted {
  const fields = fieldsFrom(text);
  return {
    acceptedAt: utcTime(fields?.['sendTime']) ?? new Date().toISOString(),
    classification: classificationOf(fields?.['richMessageClassification']),
  };
}

function fieldsFrom(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}
