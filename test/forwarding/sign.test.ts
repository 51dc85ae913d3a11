import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { NO_KEYS, type SigningKeys, signature } from '../../src/forwarding/sign.ts';
import { macHeaders } from '../../src/net/mac.ts';

const key = (text: string) => createSecretKey(text, 'utf8');
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampSeconds: 1614265330,
  body: Buffer.from('{"test": 2432232314}'),
};

function signatureHeaders(keys: SigningKeys, { body, ...about }: typeof message): Record<string, string> {
  const { headers, macs } = signature(keys, about);
  return { ...headers, ...macHeaders(macs, body) };
}

describe('the signature headers', () => {
  // RFC 4231, test case 2: key "Jefe", data "what do ya want for nothing?".
  it('carry the base64 HMAC-SHA512 of the body under the current token', () => {
    const body = Buffer.from('what do ya want for nothing?');
    const headers = signatureHeaders({ ...NO_KEYS, current: key('Jefe') }, { ...message, body });
    const rfc4231 =
      '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737';
    assert.equal(headers['X-Service-Signature'], Buffer.from(rfc4231, 'hex').toString('base64'));
  });

  // The example in the Standard Webhooks libraries: secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw.
  it('carry the Standard Webhooks signature alongside it', () => {
    const current = createSecretKey(Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'));
    const headers = signatureHeaders({ ...NO_KEYS, current }, message);
    assert.equal(headers['webhook-id'], message.id);
    assert.equal(headers['webhook-timestamp'], '1614265330');
    assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('sign the bytes, not the characters', () => {
    const current = key('token');
    const signed = signatureHeaders({ ...NO_KEYS, current }, { ...message, body: Buffer.from('{"text":"grüezi 👋"}') });
    assert.match(signed['X-Service-Signature']!, /^[A-Za-z0-9+/]{86}==$/);
    const other = signatureHeaders({ ...NO_KEYS, current }, { ...message, body: Buffer.from('{"text":"gruezi 👋"}') });
    assert.notEqual(signed['X-Service-Signature'], other['X-Service-Signature']);
  });

  it('are without a signature while no token is issued', () => {
    assert.deepEqual(Object.keys(signatureHeaders(NO_KEYS, message)), ['webhook-id', 'webhook-timestamp']);
  });

  it("carry the next token's signature alongside the current one during a rotation, and the previous one's after it", () => {
    const before = signatureHeaders({ current: key('a'), next: key('b'), previous: null }, message);
    const after = signatureHeaders({ current: key('b'), next: null, previous: key('a') }, message);
    assert.equal(before['X-Service-Signature-Next'], after['X-Service-Signature']);
    assert.equal(after['X-Service-Signature-Previous'], before['X-Service-Signature']);
    assert.ok(!('X-Service-Signature-Previous' in before) && !('X-Service-Signature-Next' in after));
    const [current, next] = before['webhook-signature']!.split(' ');
    assert.equal(after['webhook-signature'], `${next} ${current}`);
  });
});
