import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUuidv7, newId, newSecret, uuidv5, uuidv7 } from '../src/ids.ts';

describe('identifiers', () => {
  it('an id is its prefix and 20 lower-case letters and digits', () => {
    assert.match(newId('agent'), /^agent_[a-z0-9]{20}$/);
  });

  it('no character of an id is favoured over another', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 5_000; i++) {
      for (const character of newId('x').slice(2)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    // 100,000 characters over 36: 2,778 each, standard deviation 52. Plain `byte % 36` would give `a` 3,125.
    assert.equal(counts.size, 36);
    for (const [character, count] of counts) assert.ok(Math.abs(count - 2_778) < 300, `${character}: ${count}`);
  });

  it('a secret is its prefix, an underscore, and letters and digits of at least 256 bits', () => {
    const [prefix, random = '', ...more] = newSecret('secret').split('_');
    assert.equal(prefix, 'secret');
    assert.match(random, /^[A-Za-z0-9]+$/);
    assert.ok(random.length * Math.log2(62) >= 256);
    assert.deepEqual(more, []);
    assert.notEqual(newSecret('secret'), newSecret('secret'));
  });

  it('UUIDs of version 7 are in order also within one millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => uuidv7());
    assert.deepEqual(ids, ids.toSorted());
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids.slice(0, 100)) {
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it('a UUID of version 7 begins with the time in milliseconds', () => {
    const next = createUuidv7(() => 0x0123_4567_89ab);
    assert.ok(next().startsWith('01234567-89ab-7'));
  });

  it('UUIDs of version 7 stay in order when the clock is set back or a millisecond is full', () => {
    const times = [1_000_000, 999_000, ...Array<number>(6_000).fill(999_500), 1_000_001];
    const next = createUuidv7(() => times.shift() ?? 0);
    const ids = Array.from({ length: 6_003 }, () => next());
    assert.deepEqual(ids, ids.toSorted());
    assert.equal(new Set(ids).size, ids.length);
  });

  it('a UUID of version 5 is the one that RFC 9562 gives for the same name', () => {
    // RFC 9562, appendix A.4: www.example.com in the DNS namespace.
    const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
    assert.equal(uuidv5('www.example.com', dns), '2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });
});
