/**
 * An operation of an API: a path, query, headers and a body with placeholders. The result is the parsed JSON body of a 2xx
 * response, null if that is empty. Every other status is the failure `http_<status>`: what a flow reads under
 * `data.<contextKey>` is then always what the API promised.
 */
import type { FieldError } from '../errors.ts';
import type { ApiOperation } from '../model/connector.ts';
import { pointerTo } from '../model/json-pointer.ts';
import { type OperationCall, OperationFailure } from './connector.ts';
import { headerNameFault, headerValueFault } from './headers.ts';
import { below, type Definition, type Exchange, type Kind, withoutInstructions } from './kind.ts';
import {
  dataFaults,
  depthFaults,
  fillBody,
  fillPath,
  fillTexts,
  hasDotSegment,
  placeholdersOf,
  requireData,
  unusedPlaceholders,
} from './placeholder.ts';
import { jsonOf, sendable } from './response.ts';

export const apiOperation: Kind<ApiOperation> = {
  exchange: exchangeOf,
  callFaults: (operation, call) => [...withoutInstructions(call), ...dataFaults(operation, call.data)],
  definitionFaults,
};

function exchangeOf(
  { baseUrl }: Definition,
  operation: ApiOperation,
  { data }: OperationCall,
  given: Record<string, string>,
): Exchange {
  requireData(operation, data);
  const url = below(baseUrl, fillPath(operation.path, data));
  const query = fillTexts(operation.query ?? {}, data);
  const headers = fillTexts(operation.headers ?? {}, data).map(([name, value]): [string, string] => {
    const fault = headerValueFault(value);
    if (fault) throw new OperationFailure('invalid_data', `the header ${name} ${fault}`);
    return [name.toLowerCase(), value];
  });
  const filled = operation.body === undefined ? undefined : fillBody(operation.body, data, operation.placeholders);
  const body = filled === undefined ? undefined : sendable(JSON.stringify(filled));
  return {
    request(authorization) {
      const search = new URLSearchParams([...query, ...authorization.query]).toString();
      return {
        method: operation.method,
        url: search === '' ? url : `${url}?${search}`,
        headers: {
          ...given,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...Object.fromEntries(headers),
          ...authorization.headers,
        },
        body,
      };
    },
    result: (response) => (response.text.trim() === '' && isSuccess(response) ? null : jsonOf(response)),
  };
}

const isSuccess = ({ status }: { status: number }) => status >= 200 && status <= 299;

function definitionFaults(operation: ApiOperation): FieldError[] {
  const { method, path, headers, body } = operation;
  const errors: FieldError[] = [];
  if (hasDotSegment(path)) errors.push({ path: '/path', message: 'must not contain a . or .. segment' });
  for (const header of Object.keys(headers ?? {})) {
    const fault = headerNameFault(header);
    if (fault) errors.push({ path: pointerTo('headers', header), message: fault });
  }
  errors.push(...unusedPlaceholders(operation, placeholdersOf(operation)));
  if (body === undefined) return errors;
  if (method === 'GET') errors.push({ path: '/body', message: 'cannot be sent with GET' });
  return [...errors, ...depthFaults('/body', body)];
}
