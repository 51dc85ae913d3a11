/** What a kind of operation must know: how a call becomes a request, and a response its result. `api.ts` lists the kinds. */
import type { FieldError } from '../errors.ts';
import type { NewConnector } from '../model/connector.ts';
import type { JsonValue } from '../model/json.ts';
import type { Authorization } from './authorization.ts';
import type { OperationCall } from './connector.ts';
import type { ConnectorRequest, ConnectorResponse } from './response.ts';

/** What operations need to know of their connector. */
export type Definition = Pick<NewConnector, 'baseUrl' | 'operations' | 'tokenLimits'>;

export type Exchange = {
  /** With its credential, which is applied last so that no header of a flow replaces it. */
  request: (authorization: Authorization) => ConnectorRequest;
  /** @throws {OperationFailure} */
  result: (response: ConnectorResponse) => JsonValue;
  /** Where the answer is paid for by its length: how many tokens at most, and how many a response says it took. */
  tokens?: { most: number; used: (response: ConnectorResponse) => number | null };
};

export type Kind<Operation> = {
  /** `given`: headers of every request, unless something else sets them. @throws {OperationFailure} */
  exchange: (
    connector: Definition,
    operation: Operation,
    call: OperationCall,
    given: Record<string, string>,
  ) => Exchange;
  /** What is wrong with a call when its state is saved. Paths begin at the operation of the state. */
  callFaults: (operation: Operation, call: OperationCall) => FieldError[];
  /** What is wrong with its definition when the connector is saved. Paths begin at the operation of the connector. */
  definitionFaults: (operation: Operation) => FieldError[];
};

/** Only a model is instructed. */
export function withoutInstructions({ instructions }: OperationCall): FieldError[] {
  return instructions === undefined ? [] : [{ path: '/instructions', message: 'is for operations that ask a model' }];
}

/** The address, and a path below it. */
export function below(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path;
}
