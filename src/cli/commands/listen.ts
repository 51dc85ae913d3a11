/**
 * `parley listen`: an agent's events on this machine, over a connection to the service: shown, and posted to an address
 * here as its webhook would get them. For development: nothing is posted a second time.
 */
import type { Schemas } from '#client';
import { pause } from '../../pause.ts';
import type { Api } from '../api.ts';
import type { Cli } from '../command.ts';
import { CommandFailure, UsageError } from '../failure.ts';
import { bad, dim, good, plain, short } from '../output.ts';
import { readEvents } from '../sse.ts';
import { eventHead } from './event-line.ts';

/** As the service's own attempts. */
const DEADLINE_MS = 10_000;
const RECONNECT_MS = 1_000;
/** After a reconnect some events come again, of which these are known. */
const MAX_KNOWN = 10_000;
const RESPONSE_WIDTH = 60;

type Payload = Schemas['ForwardedEvent']['payload'];
type Arrived = { eventId: string; headers: Record<string, string>; body: string };
type Answer = { status: number | null; error: string | null; response: string; durationMs: number };

export async function listen(
  { api, out }: Cli,
  { agentId, 'forward-to': target }: { agentId: string; 'forward-to': string | undefined },
): Promise<void> {
  if (target !== undefined && !/^https?:$/.test(URL.parse(target)?.protocol ?? ''))
    throw new UsageError(`--forward-to must be a URL such as http://127.0.0.1:3000/events, not ${target}.`);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const { signal } = stopping;
  const about = {
    ready: () =>
      out.note(
        dim(
          `Ready: ${target === undefined ? 'showing' : `forwarding to ${plain(target)}`}. For development; Ctrl-C to stop.`,
        ),
      ),
    skipped: () => out.note(bad('Too many events at once: some were left out.')),
    gone: (failure: CommandFailure) => out.note(dim(`${failure.title}. Connecting again…`)),
  };
  for await (const arrived of follow(api, agentId, signal, about)) {
    const answer = target === undefined ? null : await forward(target, arrived, signal);
    if (signal.aborted) return;
    const { eventId, headers, body } = arrived;
    const payload = JSON.parse(body) as Payload;
    out.line({ eventId, headers, payload, ...(answer && { answer }) }, () => lineOf(headers, payload, answer));
  }
}

type About = { ready(): void; skipped(): void; gone(failure: CommandFailure): void };

/** Connects again when the connection is lost, from the last event on. @throws CommandFailure when it is refused */
async function* follow(api: Api, agentId: string, signal: AbortSignal, about: About): AsyncGenerator<Arrived> {
  const known = new Set<string>();
  let last: string | undefined;
  let isReady = false;
  let isGone = false;
  while (!signal.aborted) {
    try {
      const stream = await api.call<AsyncIterable<Uint8Array>>(
        'get',
        `/agents/${encodeURIComponent(agentId)}/events/stream`,
        {
          parseAs: 'stream',
          signal,
          ...(last !== undefined && { headers: { 'last-event-id': last } }),
        },
      );
      for await (const { event, id, data } of readEvents(stream)) {
        if (event === 'ready' && !isReady) about.ready();
        if (event === 'ready') [isReady, isGone] = [true, false];
        if (event === 'skipped') about.skipped();
        if (event !== 'event' || id === undefined) continue;
        last = id;
        if (known.has(id)) continue;
        known.add(id);
        if (known.size > MAX_KNOWN) known.delete(known.values().next().value!);
        yield { eventId: id, ...(JSON.parse(data) as Omit<Arrived, 'eventId'>) };
      }
    } catch (cause) {
      if (signal.aborted) return;
      const failure = cause instanceof CommandFailure ? cause : disconnected(cause);
      if (failure.code === 'event_not_found') last = undefined;
      // A service that was there may come back, or may ask for patience; one that never answered is a mistake.
      else if (!isReady || (failure.code !== null && failure.code !== 'not_ready')) throw failure;
      if (!isGone) about.gone(failure);
      isGone = true;
    }
    await pause(RECONNECT_MS, signal);
  }
}

function disconnected(cause: unknown): CommandFailure {
  return new CommandFailure('Disconnected', 'The service closed the connection.', { cause });
}

async function forward(url: string, { headers, body }: Arrived, stop: AbortSignal): Promise<Answer> {
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(DEADLINE_MS)]);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    return { status: response.status, error: null, response: await response.text(), durationMs: took() };
  } catch (cause) {
    const { name, message, cause: reason } = cause as Error;
    const why = (reason as NodeJS.ErrnoException | undefined)?.code ?? message;
    const error = name === 'TimeoutError' ? `no response within ${DEADLINE_MS / 1000} s` : why;
    return { status: null, error, response: '', durationMs: took() };
  }
}

function lineOf(headers: Record<string, string>, payload: Payload, answer: Answer | null): string {
  const {
    eventType,
    senderPhoneNumber,
    phoneNumber = senderPhoneNumber,
  } = payload as Partial<Schemas['UserEvent'] & Schemas['ServerEvent']>;
  const reply = headers['X-Service-Response'];
  const head = eventHead({
    createdAt: payload.sendTime,
    class: headers['X-Service-Eventclass'] ?? '',
    type: eventType ?? 'message',
    phoneNumber: phoneNumber ?? '',
    payload,
    response: reply === undefined ? null : decodeURIComponent(reply),
  });
  return answer === null ? head : `${head}  ${resultOf(answer)}`;
}

function resultOf({ status, error, response, durationMs }: Answer): string {
  if (status === null) return bad(`failed: ${plain(error ?? '')}`);
  const isFine = status >= 200 && status < 300;
  const said = isFine || response === '' ? '' : `: ${short(response, RESPONSE_WIDTH)}`;
  return (isFine ? good : bad)(`${status} (${durationMs} ms)${said}`);
}
