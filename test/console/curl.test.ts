/** A pasted `curl` becomes an operation of a connector. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCurl } from '../../console/src/connectors/curl.ts';

test('a curl of documentation becomes an operation, without its credential', () => {
  const text = `curl -X POST 'https://api.example.com/v2/orders/{order}/notes?lang=de' \\
    -H "Authorization: Bearer abc" -H 'X-Trace: "one"' -u me:secret -s \\
    --json '{"note": "It is {customer}'"'"'s"}'`;
  assert.deepEqual(readCurl(text), {
    baseUrl: 'https://api.example.com',
    operation: {
      method: 'POST',
      path: '/v2/orders/{order}/notes',
      query: { lang: 'de' },
      headers: { 'X-Trace': '"one"' },
      body: { note: "It is {customer}'s" },
    },
    leftOut: ['Authorization: store it as a credential', '-u: store it as a credential', '-s'],
  });
});

test('a body makes it a POST, and none a GET', () => {
  const method = (text: string) => {
    const read = readCurl(text);
    return 'operation' in read ? read.operation.method : read.fault;
  };
  assert.equal(method('curl https://e.org/a'), 'GET');
  assert.equal(method(`curl https://e.org/a -d '{"a":1}'`), 'POST');
  assert.equal(method(`curl -X delete https://e.org/a`), 'DELETE');
});

test('what is no curl, has no address, or sends no JSON is refused in words', () => {
  const fault = (text: string) => Object(readCurl(text)).fault;
  assert.match(fault('wget https://e.org'), /begin with “curl”/);
  assert.match(fault('curl -s'), /no address/);
  assert.match(fault('curl -X TRACE https://e.org'), /TRACE/);
  assert.match(fault('curl https://e.org -d a=b'), /not JSON/);
});
