/**
 * An agent's actions besides sending: it marks a message as read, and it shows that it is typing.
 * Source: docs/platform.md, "Methods".
 */
import { timestamp } from '../clock.ts';
import { type Entry, type Handset, notify, setState } from '../phones/handset.ts';
import { checkReach } from '../phones/reach.ts';
import { agentOf, checkId, handsetOf, type Platform, recall, remember, resourceName } from '../platform.ts';
import { AGENT_EVENT } from './content-shapes.ts';
import { invalid } from './google-error.ts';
import { type AgentCall, repeated } from './messages.ts';
import { readMessage } from './proto-json.ts';

const AT = 'agent_event';

/** The response of `agentEvents.create`. Its ids and those of messages share one space. @throws GoogleError */
export function acceptEvent(platform: Platform, call: AgentCall): object {
  const { agentId, id, phoneNumber } = call;
  const agent = agentOf(platform, agentId);
  checkId(platform, id, 'eventId');
  const handset = handsetOf(platform, phoneNumber);
  const event = readMessage(call.body, AGENT_EVENT, AT) as { eventType?: string; messageId?: string };
  if (!event.eventType) throw invalid('The event type is missing.', `${AT}.event_type`);
  if (event.eventType === 'READ' && !event.messageId) throw invalid('The message id is missing.', `${AT}.message_id`);
  const earlier = recall(platform, agentId, id);
  if (earlier) return repeated(platform, earlier, id);
  checkReach(agent, handset);
  const acceptedMs = platform.clock.now();
  remember(platform, agentId, id, { kind: 'agentEvents', phoneNumber: handset.phoneNumber, acceptedMs, entry: null });
  if (event.eventType === 'READ') acceptRead(platform, handset, agentId, event.messageId!);
  else if (handset.settings.online) notify(handset, { type: 'typing', agentId });
  return { name: resourceName('agentEvents', phoneNumber, id), ...event, sendTime: timestamp(acceptedMs) };
}

/** READ waits for an offline phone; typing, by contrast, is shown at once or never. */
function acceptRead(platform: Platform, handset: Handset, agentId: string, messageId: string): void {
  const entry = handset.transcript.find(
    (candidate) =>
      candidate.direction === 'INBOUND' && candidate.messageId === messageId && candidate.agentId === agentId,
  );
  if (!entry) return;
  if (handset.settings.online) mark(platform, handset, entry);
  else handset.parkedReads.add(entry);
}

/** The phone is back: messages that the agent read meanwhile are marked. */
export function resumeReads(platform: Platform, handset: Handset): void {
  for (const entry of handset.parkedReads) mark(platform, handset, entry);
  handset.parkedReads.clear();
}

function mark(platform: Platform, handset: Handset, entry: Entry): void {
  entry.readMs ??= platform.clock.now();
  setState(handset, entry, 'READ');
}
