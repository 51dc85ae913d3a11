/**
 * What a failure usually means, and where to look. The API's summary has it with each group, and so have the command
 * line and the console; docs/operate.md has the same table.
 */

type Advice = {
  /** The groups, for people. */
  of: string;
  /** Compared with the group; the first row that fits counts. */
  fits: RegExp;
  usually: string;
  check: string;
};

export const FAILURE_ADVICE: readonly Advice[] = [
  {
    of: '400, 422',
    fits: /^(400|422)\b/,
    usually: 'The endpoint does not understand this kind of event.',
    check:
      'Compare the payload of an event with what the client expects; it must accept events that it ignores with a 2xx.',
  },
  {
    of: '401, 403',
    fits: /^(401|403)\b/,
    usually: 'The endpoint does not accept the signature.',
    check: 'The signing token: the client must have the current one, and compare it with the unchanged body.',
  },
  {
    of: '404, 410',
    fits: /^(404|410)\b/,
    usually: 'There is nothing at this address.',
    check: 'The URL: `eventForwardUrl` of the agent, with its path.',
  },
  {
    of: '405, 415',
    fits: /^(405|415)\b/,
    usually: 'Something else than a webhook answers at this address.',
    check: 'The URL: it must take a POST of JSON; a proxy or a login page may be in between.',
  },
  {
    of: '413',
    fits: /^413\b/,
    usually: 'The event is larger than the endpoint or its proxy accepts.',
    check: 'The limit of the body there: `client_max_body_size` of nginx, for example. An event has up to some 100 KB.',
  },
  {
    of: '429',
    fits: /^429\b/,
    usually: 'The endpoint limits how often it may be called.',
    check: 'Its rate limit: answer 503 with `Retry-After` instead of 429, which is final, or raise the limit.',
  },
  {
    of: 'other 4xx',
    fits: /^4\d\d\b/,
    usually: 'The endpoint refuses the event.',
    check: 'The response, and the log of the endpoint.',
  },
  {
    of: '3xx',
    fits: /^3\d\d\b/,
    usually: 'The endpoint has moved; redirects are not followed.',
    check: 'The URL: set `eventForwardUrl` to where the redirect leads.',
  },
  {
    of: '5xx',
    fits: /^5\d\d\b/,
    usually: 'The endpoint itself failed, or the proxy in front of it found nobody behind it.',
    check: 'The log of the endpoint at the time of the attempts.',
  },
  {
    of: 'TLS certificate is not valid: …',
    fits: /^TLS certificate/,
    usually: 'The certificate has expired, is for another name, or lacks its chain.',
    check: 'The certificate of the endpoint, with its intermediate certificates.',
  },
  {
    of: 'TLS handshake failed',
    fits: /^TLS/,
    usually: 'The endpoint does not speak TLS at this port, or only an old version.',
    check: 'Scheme and port of the URL, and the TLS versions of the endpoint.',
  },
  {
    of: 'DNS …',
    fits: /^DNS/,
    usually: 'The host name of the endpoint cannot be resolved.',
    check: 'The URL, and the DNS records of its host.',
  },
  {
    of: 'timed out …, connection timed out',
    fits: /timed out/,
    usually: 'The endpoint, or a firewall in front of it, did not answer in time.',
    check:
      'Whether it answers first and works afterwards: it has 10 seconds. Whether a firewall lets this service through.',
  },
  {
    of: 'connection refused, connection reset, connection closed …, host unreachable',
    fits: /^(connection|host unreachable)/,
    usually: 'Nothing listens at this address, or it breaks off.',
    check: 'Whether the endpoint runs, and its host and port in the URL.',
  },
  {
    of: 'The URL …',
    fits: /^The URL/,
    usually: 'This service may not call that address.',
    check: 'The URL: it must lead to a public address, unless `OUTBOUND_NETWORK=any` is set.',
  },
  {
    of: 'endpoint down',
    fits: /^endpoint down/,
    usually: 'No attempt succeeded for three days.',
    check: 'Whether the endpoint answers now: send a test event.',
  },
  {
    of: 'no eventForwardUrl',
    fits: /^no eventForwardUrl/,
    usually: 'The webhook was removed while events waited for it.',
    check: 'The agent: set its `eventForwardUrl`, or discard the events.',
  },
  {
    of: 'anything else',
    fits: /(?:)/,
    usually: 'The attempts failed on the way.',
    check: 'The attempts of an event, and the log of the endpoint.',
  },
];

export function adviceOn(group: string): { usually: string; check: string } {
  const { usually, check } = FAILURE_ADVICE.find(({ fits }) => fits.test(group))!;
  return { usually, check };
}
