import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEncryption, parseEncryptionKeys } from '../../src/secrets/encryption.ts';

const FIRST = Buffer.alloc(32, 1);
const SECOND = Buffer.alloc(32, 2);

describe('encryption', () => {
  it('opens what it sealed, under the same row id', () => {
    const { seal, open } = createEncryption([FIRST]);
    for (const text of ['', 'pa55word', 'schlüssel €', 'x'.repeat(10_000)]) {
      assert.equal(open(seal(text, 'auth_1'), 'auth_1'), text);
    }
  });

  it('never seals the same text twice to the same result, and never shows it', () => {
    const { seal } = createEncryption([FIRST]);
    assert.notEqual(seal('pa55word', 'auth_1'), seal('pa55word', 'auth_1'));
    assert.ok(!seal('pa55word', 'auth_1').includes('pa55word'));
  });

  it('does not open a text that was moved to another row', () => {
    const { seal, open } = createEncryption([FIRST]);
    const sealed = seal('pa55word', 'auth_1');
    assert.throws(() => open(sealed, 'auth_2'));
  });

  it('does not open a text in which any one character was changed', () => {
    const { seal, open } = createEncryption([FIRST]);
    const sealed = seal('pa55word', 'auth_1');
    const start = sealed.lastIndexOf('.') + 1;
    // 36 bytes are 48 characters of base64 without spare bits, so that each character matters.
    assert.equal((sealed.length - start) % 4, 0);
    for (let i = start; i < sealed.length; i++) {
      const changed = sealed.slice(0, i) + (sealed[i] === 'A' ? 'B' : 'A') + sealed.slice(i + 1);
      assert.throws(() => open(changed, 'auth_1'), `character ${i}`);
    }
  });

  it('does not open anything but a sealed text', () => {
    const { open } = createEncryption([FIRST]);
    for (const text of ['', 'v1', 'v1.00000000', 'v2.a.b', 'pa55word', 'v1.a.b.c']) {
      assert.throws(() => open(text, 'auth_1'), /not a sealed text/);
    }
  });

  it('after a rotation the new key seals and the old one still opens', () => {
    const before = createEncryption([FIRST]);
    const after = createEncryption([SECOND, FIRST]);
    const old = before.seal('pa55word', 'auth_1');
    assert.equal(after.open(old, 'auth_1'), 'pa55word');
    assert.equal(createEncryption([SECOND]).open(after.seal('pa55word', 'auth_1'), 'auth_1'), 'pa55word');
    assert.throws(() => createEncryption([SECOND]).open(old, 'auth_1'), /which is not configured/);
  });

  it('reads keys in base64 and in hex, several separated by commas', () => {
    const text = `${FIRST.toString('base64')}, ${SECOND.toString('hex')},${FIRST.toString('base64url')}`;
    assert.deepEqual(parseEncryptionKeys(text), [FIRST, SECOND, FIRST]);
  });

  it('refuses a key of the wrong length without quoting it', () => {
    const wrong = 'c2VjcmV0';
    assert.throws(
      () => parseEncryptionKeys(`${FIRST.toString('hex')},${wrong}`),
      (error: Error) => error.message.includes('key 2') && !error.message.includes(wrong),
    );
    assert.throws(() => createEncryption([]));
    assert.throws(() => createEncryption([Buffer.alloc(16)]));
  });
});
