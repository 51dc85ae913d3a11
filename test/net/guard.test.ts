import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPublicAddress } from '../../src/net/address.ts';
import { MAX_URL_LENGTH, type OutboundNetwork } from '../../src/net/guard.ts';
import { createOutbound } from '../../src/net/outbound.ts';

// What the text of a URL already reveals. See docs/hostile-input.md, "Addresses".
const REFUSED_URLS = [
  'https://127.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://0/',
  'https://127.0.0.1/',
  'https://169.254.169.254./',
  'https://8.8.8.8/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::]/',
  'https://[::1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2606:4700::1111]/',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST/',
  'https://a.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://user@127.0.0.1@example.com/',
  'https://user@example.com/',
  'https://:password@example.com/',
  'https://example.com:22/',
  'https://example.com:25/',
  'https://example.com:6379/',
  'https://example.com:5432/',
  'https://example.com:80/',
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  '//example.com/',
  'example.com',
  '',
  'https://',
  'https://exa mple.com/',
  'https://exa\tmple.com/',
  ' https://example.com/',
  'https://example.com/\r\nHost: internal',
  `https://example.com/${'x'.repeat(MAX_URL_LENGTH)}`,
];

const ALLOWED_URLS = [
  'https://example.com/',
  'https://example.com:443/hook?a=b',
  'https://example.com./',
  'https://bücher.example/',
  'https://1.example.com/',
];

// What a name must not resolve to.
const PRIVATE_ADDRESSES = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%lo',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
];

const PUBLIC_ADDRESSES = ['8.8.8.8', '93.184.216.34', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700::1111'];

/** The result of the check at save time for a URL whose name, if it is resolved, has a public address. */
async function checked(url: string, network: OutboundNetwork): Promise<string | null> {
  await using outbound = createOutbound({ network, resolve: async () => ['8.8.8.8'] });
  return outbound.check(url);
}

describe('the guard of outbound addresses', () => {
  for (const url of REFUSED_URLS) {
    it(`refuses ${JSON.stringify(url.slice(0, 60))} when it is saved and when it is dialled`, async () => {
      let lookUps = 0;
      await using outbound = createOutbound({
        network: 'public',
        isPublic: () => true,
        resolve: async () => {
          lookUps += 1;
          return ['127.0.0.1'];
        },
      });
      const reason = await outbound.check(url);
      assert.ok(reason);
      const request = outbound.request({ url, method: 'GET', deadlineMs: 1_000, maxResponseBytes: 0 });
      const message = `The URL ${reason}`;
      await assert.rejects(request, { name: 'RemoteFailure', kind: 'refused', retry: false, message });
      assert.equal(lookUps, 0);
    });
  }

  for (const url of ALLOWED_URLS) {
    it(`allows ${url}`, async () => {
      assert.equal(await checked(url, 'public'), null);
    });
  }

  for (const url of ['https://example.com#@127.0.0.1/', 'https://example.com\\@127.0.0.1/']) {
    it(`is not fooled by ${url}: the host that it looks up is example.com`, async () => {
      const asked: string[] = [];
      await using outbound = createOutbound({
        network: 'public',
        resolve: async (hostname) => {
          asked.push(hostname);
          return ['8.8.8.8'];
        },
      });
      assert.equal(await outbound.check(url), null);
      assert.deepEqual(asked, ['example.com']);
    });
  }

  it('refuses plain http even for http://example.com\\@127.0.0.1/', async () => {
    assert.equal(await checked('http://example.com\\@127.0.0.1/', 'public'), 'must begin with https://');
  });

  it('allows http, private addresses and every port, but still no user info, on your own machine', async () => {
    for (const url of [
      'http://127.0.0.1:3000/',
      'http://localhost:5432/',
      'https://[::1]:8443/',
      'http://redis:6379/',
    ]) {
      assert.equal(await checked(url, 'any'), null);
    }
    assert.equal(await checked('http://user@127.0.0.1/', 'any'), 'must not contain a user name or password');
    assert.equal(await checked('ftp://127.0.0.1/', 'any'), 'must begin with https://');
  });

  for (const address of PRIVATE_ADDRESSES) {
    it(`refuses a name that resolves to ${JSON.stringify(address)}, alone or beside a public address`, async () => {
      assert.equal(isPublicAddress(address, []), false);
      for (const answer of [[address], ['8.8.8.8', address], [address, '2606:4700::1111']]) {
        await using outbound = createOutbound({ network: 'public', resolve: async () => answer });
        assert.equal(await outbound.check('https://example.com/'), 'names a host whose address is not public');
        const request = outbound.request({
          url: 'https://example.com/',
          method: 'GET',
          deadlineMs: 1_000,
          maxResponseBytes: 0,
        });
        await assert.rejects(request, { kind: 'refused', retry: false });
      }
    });
  }

  for (const address of PUBLIC_ADDRESSES) {
    it(`allows a name that resolves to ${address}`, () => {
      assert.equal(isPublicAddress(address, []), true);
    });
  }

  it("refuses this machine's own addresses, however they are written, even when they are public ones", () => {
    assert.equal(isPublicAddress('93.184.216.34', ['93.184.216.34']), false);
    assert.equal(isPublicAddress('2606:4700:0:0::1111', ['2606:4700::1111', 'fe80::1%eth0']), false);
    assert.equal(isPublicAddress('93.184.216.35', ['93.184.216.34']), true);
  });

  it('lets a URL be saved while its name does not resolve, since DNS may be down', async () => {
    await using outbound = createOutbound({ network: 'public', resolve: () => Promise.reject(new Error('ESERVFAIL')) });
    assert.equal(await outbound.check('https://example.com/'), null);
  });
});
