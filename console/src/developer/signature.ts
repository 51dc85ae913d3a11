/** Whether a webhook's body and header fit a signing token: computed in the browser, so that the token goes nowhere. */
import { texts } from '../texts/texts.ts';

/** `X-Service-Signature`: base64 of HMAC-SHA512 of the exact bytes of the body. Source: the specification, "Signature verification". */
async function signatureOf(signingToken: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-512' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(signingToken), algorithm, false, ['sign']);
  const digest = await crypto.subtle.sign('HMAC', key, encoder.encode(body));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

export type Verdict = { matches: boolean; because: string };

/** Why a signature fits, or the likeliest reason why it does not. */
export async function judgeSignature(given: { signingToken: string; body: string; header: string }): Promise<Verdict> {
  const { signingToken, body } = given;
  const header = given.header.replace(/^x-service-signature[\w-]*\s*:\s*/i, '').trim();
  const fits = async (token: string, text: string) => (await signatureOf(token, text)) === header;
  if (await fits(signingToken, body)) return { matches: true, because: texts.developer.verdict.matches };
  if (!/^[A-Za-z0-9+/]{86}==$/.test(header)) {
    return { matches: false, because: texts.developer.verdict.noSignature };
  }
  if (await fits(signingToken.trim(), body)) {
    return { matches: false, because: texts.developer.verdict.tokenTrimmed };
  }
  for (const [text, because] of altered(body)) {
    if (await fits(signingToken.trim(), text)) return { matches: false, because };
  }
  return { matches: false, because: texts.developer.verdict.other };
}

/** What commonly happens to a body before it is checked, and what is said then. */
function altered(body: string): [string, string][] {
  const changes: [string, string][] = [[body.trim(), texts.developer.verdict.bodyTrimmed]];
  try {
    const parsed: unknown = JSON.parse(body);
    changes.push([JSON.stringify(parsed), texts.developer.verdict.bodyCompact]);
  } catch {
    // Not JSON: it has no other serialization.
  }
  return changes;
}
