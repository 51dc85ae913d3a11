import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { judgeSignature } from '../../console/src/developer/signature.ts';

const signingToken = 'parley_sign_abc';
const body = '{"agentId":"a","text":"Grüße"}';
const header = createHmac('sha512', signingToken).update(body).digest('base64');

test('a signature of exactly these bytes matches, with the name of the header before it or without', async () => {
  assert.equal((await judgeSignature({ signingToken, body, header })).matches, true);
  assert.equal((await judgeSignature({ signingToken, body, header: `X-Service-Signature: ${header}` })).matches, true);
});

test('a mismatch comes with the likeliest reason', async () => {
  const because = async (given: Partial<Parameters<typeof judgeSignature>[0]>) => {
    const verdict = await judgeSignature({ signingToken, body, header, ...given });
    assert.equal(verdict.matches, false);
    return verdict.because;
  };
  assert.match(await because({ body: JSON.stringify(JSON.parse(body), null, 2) }), /without spaces and line breaks/);
  assert.match(await because({ signingToken: `${signingToken}\n` }), /whitespace around the signing token/);
  assert.match(await because({ header: 'sha512=abc' }), /not a signature/);
  assert.match(await because({ signingToken: 'another' }), /another token signed it/);
});
