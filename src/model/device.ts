/** A test device: a number that an agent in test mode may write to. */
import Type, { type Static } from 'typebox';
import { PhoneNumber } from './phone-number.ts';

export const Device = Type.Object({ phoneNumber: PhoneNumber, createdAt: Type.String({ format: 'date-time' }) });
export type Device = Static<typeof Device>;

export const NewDevice = Type.Object({ phoneNumber: PhoneNumber }, { additionalProperties: false });
export type NewDevice = Static<typeof NewDevice>;
