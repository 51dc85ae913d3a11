/** A turn or a dispatch that failed repeatedly: kept with the reason, so that its conversation could go on. */
import Type, { type Static } from 'typebox';
import type { InboxBody } from './inbox-item.ts';
import { PhoneNumber } from './phone-number.ts';

export const DeadLetter = Type.Object({
  lane: Type.Integer(),
  seq: Type.Integer({ description: 'Together with the lane, its position in order of arrival.' }),
  agentId: Type.String(),
  phoneNumber: PhoneNumber,
  item: Type.Unsafe<InboxBody>({ type: 'object', description: 'What arrived.' }),
  attempts: Type.Integer(),
  reason: Type.String(),
  failedAt: Type.String({ format: 'date-time' }),
});
export type DeadLetter = Static<typeof DeadLetter>;
