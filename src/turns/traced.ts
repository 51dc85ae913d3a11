/** The span of a turn, and its mark on what the turn writes, so that whoever goes on with that is below it. */
import type { InboxItem } from '../model/inbox-item.ts';
import type { OutboxMessage } from '../model/outbox-message.ts';
import type { TurnWrites } from '../store/turns.ts';
import type { Span, Tracing } from '../telemetry/tracing.ts';

/** In whichever process: the item has kept the place of the request that brought it. */
export function startTurn(tracing: Tracing, { agentId, lane, seq, attempts, body }: InboxItem): Span {
  return tracing.start('turn', {
    ...{ kind: 'consumer', traceparent: body.traceparent },
    attributes: {
      'parley.agent.id': agentId,
      'parley.item.kind': body.kind,
      'parley.lane': lane,
      'parley.seq': seq,
      'parley.attempt': attempts + 1,
      ...(body.kind === 'send' && { 'parley.state.id': body.stateId }),
    },
  });
}

/** An event that is forwarded again keeps its own trace. */
export function traced(writes: TurnWrites, { traceparent, set }: Span): TurnWrites {
  const { turn, message, outbox, events } = writes;
  set({
    'parley.version': turn?.version,
    'parley.message.id': message?.messageId,
    'parley.state.id': message?.stateId ?? undefined,
    'parley.stopped': turn?.stopped ?? undefined,
  });
  return {
    ...writes,
    ...(events && { events: events.map((event) => ({ ...event, traceparent })) }),
    ...(outbox && { outbox: { ...outbox, body: tracedMessage(outbox.body, traceparent) } }),
  };
}

function tracedMessage(message: OutboxMessage, traceparent: string): OutboxMessage {
  const { held } = message;
  return { ...message, traceparent, ...(held && { held: { ...held, traceparent } }) };
}
