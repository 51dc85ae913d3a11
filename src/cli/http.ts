/** Requests of commands. `fetch` would take longer to load than most commands take: this is the little of it that they need. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Answered, Asked } from '#client';

/** Follows no redirect. Rejects with the signal's reason, or with the error of the connection. */
export function requestOnce(url: string, { method, headers, body, signal }: Asked): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(signal?.aborted ? signal.reason : cause);
    if (signal?.aborted) return fail(null);
    const begin = async () => {
      const target = new URL(url);
      const sent: ClientRequest = requesterOf(target)(target, { method, headers, ...(signal && { signal }) });
      sent.on('response', (response) => resolve(answered(url, response, signal))).on('error', fail);
      sent.end(body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body);
    };
    begin().catch(fail);
  });
}

/** Imported, either module would load all that it exports on demand, WebSockets included: half of a command's time. */
function requesterOf({ protocol }: URL) {
  return process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http').request;
}

function answered(url: string, response: IncomingMessage, signal: AbortSignal | null): Answered {
  const { statusCode: status = 0, statusMessage: statusText = '' } = response;
  // Nobody reads it, and an answer that is not read to its end keeps the command alive until its time-out.
  if (status === 204) response.resume();
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    url,
    body: response,
    headers: { get: (name) => response.headers[name.toLowerCase()]?.toString() ?? null },
    text: async () => {
      response.setEncoding('utf8');
      let text = '';
      try {
        for await (const chunk of response) text += chunk;
      } catch (cause) {
        throw signal?.aborted ? signal.reason : cause;
      }
      return text;
    },
  };
}
