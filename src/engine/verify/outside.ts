/** Rules about what the flow needs of its account and its agent. */
import type { FieldError } from '../../errors.ts';
import { trafficFault } from '../../model/traffic-type.ts';
import type { StateRule } from './rule.ts';

/** Known without an account. */
const BUILT_IN: Readonly<Record<string, readonly string[]>> = { http: ['request'] };

export const unknownOperation: StateRule = {
  severity: 'error',
  says: 'An operation names a connector that the account does not have, or an operation that the connector does not have: it always fails.',
  inState({ body: { operations = [] } }, { known: { connectors } }) {
    return operations.flatMap(({ connectorId, operation }, index): FieldError[] => {
      const path = `/operations/${index}`;
      const known = Object.hasOwn(BUILT_IN, connectorId) ? BUILT_IN : connectors;
      if (known === null) return [];
      if (!Object.hasOwn(known, connectorId)) {
        return [{ path: `${path}/connectorId`, message: `names connector "${connectorId}", which does not exist` }];
      }
      const names = known[connectorId]!;
      const message = `must be one of ${names.join(', ')}; it is ${JSON.stringify(operation)}`;
      return names.includes(operation) ? [] : [{ path: `${path}/operation`, message }];
    });
  },
};

export const trafficType: StateRule = {
  severity: 'error',
  says: "A state's `messageTrafficType` is not open to agents of this use case: the platform refuses the message.",
  inState({ body: { messageTrafficType } }, { known: { useCase } }) {
    const message = messageTrafficType && useCase ? trafficFault(messageTrafficType, useCase) : null;
    return message === null ? [] : [{ path: '/messageTrafficType', message }];
  },
};
