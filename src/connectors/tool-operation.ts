/**
 * A tool of an MCP server (Model Context Protocol, "Streamable HTTP"): one JSON-RPC request and its response, without a
 * session, since nothing of a turn outlives it. The result is the tool's structured content; where it has none, its text,
 * parsed if that is JSON.
 */
import type { ToolOperation } from '../model/connector.ts';
import { isObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { OperationFailure } from './connector.ts';
import { type Kind, withoutInstructions } from './kind.ts';
import { dataFaults, depthFaults, fillBody, placeholdersOf, requireData, unusedPlaceholders } from './placeholder.ts';
import { type ConnectorResponse, jsonOf, parseJson, sendable } from './response.ts';

/** The revision of the protocol that is spoken. */
const PROTOCOL_VERSION = '2025-06-18';
/** One request for each connection of ours, so any id will do. */
const ID = 1;

export const toolOperation: Kind<ToolOperation> = {
  exchange({ baseUrl }, operation, { data }, given) {
    requireData(operation, data);
    const { tool, arguments: template = {}, placeholders } = operation;
    const params = { name: tool, arguments: fillBody(template, data, placeholders) ?? {} };
    const body = sendable(JSON.stringify({ jsonrpc: '2.0', id: ID, method: 'tools/call', params }));
    return {
      request: ({ headers, query }) => ({
        method: 'POST',
        url: query.length === 0 ? baseUrl : `${baseUrl}?${new URLSearchParams(query)}`,
        headers: {
          ...given,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'mcp-protocol-version': PROTOCOL_VERSION,
          ...headers,
        },
        body,
      }),
      result: (response) => contentOf(answerIn(response)),
    };
  },
  callFaults: (operation, call) => [...withoutInstructions(call), ...dataFaults(operation, call.data)],
  definitionFaults: (operation) => [
    ...unusedPlaceholders(operation, placeholdersOf(operation)),
    ...depthFaults('/arguments', operation.arguments ?? {}),
  ],
};

/** The response to our request: the body, or one of the messages of a stream of events. */
function answerIn(response: ConnectorResponse): JsonObject {
  const isStream = response.contentType === 'text/event-stream' && response.status === 200;
  const messages = isStream ? eventsIn(response.text).map(parseJson) : [jsonOf(response)];
  const answer = messages.find((message) => isObject(message) && message['id'] === ID);
  if (isObject(answer)) return answer;
  throw new OperationFailure('not_json', 'the server sent no response to the call of the tool');
}

/** The data of each event (WHATWG HTML, "Server-sent events"). */
function eventsIn(text: string): string[] {
  return text.split(/\r\n\r\n|\n\n|\r\r/).flatMap((event) => {
    const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
    return lines.length === 0 ? [] : [lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n')];
  });
}

/** What the tool says stays out of the reason of a failure, which a flow may show. */
function contentOf({ result, error }: JsonObject): JsonValue {
  if (isObject(error) || !isObject(result)) throw new OperationFailure('tool_failed', 'the server refused the call');
  const { content, structuredContent, isError } = result;
  if (isError === true) throw new OperationFailure('tool_failed', 'the tool says that it failed');
  if (structuredContent !== undefined) return structuredContent;
  const texts = (Array.isArray(content) ? content : []).flatMap((item) =>
    isObject(item) && item['type'] === 'text' && typeof item['text'] === 'string' ? [item['text']] : [],
  );
  const text = texts.join('\n');
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return parsed === undefined ? text || null : parsed;
}
