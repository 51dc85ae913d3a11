/** Phone numbers in E.164 form. Source: the specification's conventions table; ITU-T E.164 allows at most 15 digits. */
import Type from 'typebox';

export const E164 = /^\+[1-9]\d{1,14}$/;

export const PhoneNumber = Type.String({
  pattern: E164.source,
  description: 'E.164: +, country code and number; no spaces, dashes or brackets.',
  examples: ['+15550100001'],
});

export function isPhoneNumber(value: string): boolean {
  return E164.test(value);
}
