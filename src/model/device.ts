/** A test device: a number that an agent in test mode may write to. */
import Type, { type Static } from 'typebox';
import { PhoneNumber } from './phone-number.ts';

const draft = Type.Optional(
  Type.Boolean({ description: 'It runs the draft of the flow, where `publishing` is `explicit`; absent if not.' }),
);

export const Device = Type.Object({
  phoneNumber: PhoneNumber,
  draft,
  createdAt: Type.String({ format: 'date-time' }),
});
export type Device = Static<typeof Device>;

export const NewDevice = Type.Object({ phoneNumber: PhoneNumber, draft }, { additionalProperties: false });
export type NewDevice = Static<typeof NewDevice>;

export const DevicePatch = Type.Object({ draft }, { additionalProperties: false });
export type DevicePatch = Static<typeof DevicePatch>;
