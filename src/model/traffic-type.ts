/**
 * A message's traffic type, by which the RCS platform bills and caps it. The names are the platform's.
 * Source: docs/platform.md, "Traffic type".
 */
import Type from 'typebox';
import { USE_CASES, type UseCase } from './agent.ts';

export const TRAFFIC_TYPES = [
  'AUTHENTICATION',
  'TRANSACTION',
  'PROMOTION',
  'SERVICEREQUEST',
  'ACKNOWLEDGEMENT',
] as const;
export type TrafficType = (typeof TRAFFIC_TYPES)[number];

export function MessageTrafficType(description: string) {
  return Type.Enum([...TRAFFIC_TYPES], { type: 'string', description });
}

/** The platform refuses these from agents of any other use case. Types not listed are open to all. */
const USE_CASES_OF: Partial<Record<TrafficType, readonly UseCase[]>> = {
  AUTHENTICATION: ['OTP'],
  TRANSACTION: ['TRANSACTIONAL', 'MULTI_USE'],
  PROMOTION: ['PROMOTIONAL', 'MULTI_USE'],
};

function trafficTypesOf(useCase: UseCase): TrafficType[] {
  return TRAFFIC_TYPES.filter((type) => (USE_CASES_OF[type] ?? USE_CASES).includes(useCase));
}

/** Why an agent of this use case may not send such a message; null when it may. */
export function trafficFault(type: TrafficType, useCase: UseCase): string | null {
  const allowed = trafficTypesOf(useCase);
  return allowed.includes(type)
    ? null
    : `must be one of ${allowed.join(', ')} for an agent whose useCase is ${useCase}`;
}
