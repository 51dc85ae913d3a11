/**
 * The operator's set-up: accounts, brands, credentials, signing tokens; and paging. Source: docs/spec-choices.md §2,
 * §3.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listLiveSigningTokens } from '../../src/store/signing-tokens.ts';
import { type Api, createClient, startApi } from './context.ts';

let api: Api;
let client: string;
before(async () => {
  api = await startApi();
  client = (await createClient(api)).token;
});
after(() => api[Symbol.asyncDispose]());

async function newAccount(name: string): Promise<string> {
  return (await api.call('POST', '/accounts', { body: { name } })).body.accountId;
}

describe('the operator alone', () => {
  for (const [method, path] of [
    ['GET', '/accounts'],
    ['POST', '/accounts'],
    ['POST', '/brands'],
    ['GET', '/credentials'],
    ['POST', '/credentials'],
    ['DELETE', '/credentials/x'],
    ['GET', '/signing-tokens'],
    ['POST', '/signing-tokens'],
    ['POST', '/signing-tokens/x/promote'],
    ['DELETE', '/signing-tokens/x'],
    ['POST', '/agents/x/launch'],
  ] as const) {
    it(`may ${method} ${path}`, async () => {
      const answer = await api.call(method, path, { as: client, ...(method === 'POST' && { body: { name: 'x' } }) });
      assert.equal(answer.status, 403);
      assert.equal(answer.body.code, 'insufficient_scope');
    });
  }
});

describe('accounts', () => {
  it('begin with one named default', async () => {
    const { body } = await api.call('GET', '/accounts');
    assert.ok(body.accounts.some((account: { accountId: string }) => account.accountId === 'default'));
  });

  it('are created with 201, once for each name', async () => {
    const answer = await api.call('POST', '/accounts', { body: { name: 'Twice' } });
    assert.equal(answer.status, 201);
    assert.deepEqual(Object.keys(answer.body).sort(), ['accountId', 'createdAt', 'name']);
    const again = await api.call('POST', '/accounts', { body: { name: 'Twice' } });
    assert.equal(again.status, 409);
    assert.equal(again.body.code, 'account_exists');
  });
});

describe('brands', () => {
  it('are created by the operator and listed by the client', async () => {
    const made = await api.call('POST', '/brands', { body: { name: 'Acme' } });
    assert.equal(made.status, 201);
    const { body } = await api.call('GET', '/brands', { as: client });
    assert.deepEqual(
      body.brands.find((brand: { brandId: string }) => brand.brandId === made.body.brandId),
      made.body,
    );
  });

  it('belong to the account default unless another is named', async () => {
    const { body } = await api.call('POST', '/brands', { body: { name: 'Acme' } });
    assert.equal(body.accountId, 'default');
  });

  it('of an unknown account are 404 account_not_found', async () => {
    const answer = await api.call('POST', '/brands', { body: { name: 'x', accountId: 'nobody' } });
    assert.equal(answer.status, 404);
    assert.equal(answer.body.code, 'account_not_found');
  });

  it('of another account are visible to the operator but not to a client', async () => {
    const accountId = await newAccount('Elsewhere');
    const { body: brand } = await api.call('POST', '/brands', { body: { name: 'Theirs', accountId } });
    const idsSeen = async (as?: string) =>
      (await api.call('GET', '/brands', as ? { as } : {})).body.brands.map((row: { brandId: string }) => row.brandId);
    assert.ok(!(await idsSeen(client)).includes(brand.brandId));
    assert.ok((await idsSeen()).includes(brand.brandId));
    const theirs = await createClient(api, accountId);
    assert.deepEqual(await idsSeen(theirs.token), [brand.brandId]);
  });

  it('cannot be listed by a client for another account', async () => {
    const accountId = await newAccount('Curious');
    const answer = await api.call('GET', `/brands?accountId=${accountId}`, { as: client });
    assert.equal(answer.status, 404);
    assert.equal(answer.body.code, 'account_not_found');
  });
});

describe('lists', () => {
  it('are newest first, at most limit rows, and continue at nextCursor until each row was shown once', async () => {
    const accountId = await newAccount('Many');
    const made: string[] = [];
    for (let count = 0; count < 7; count++) {
      const { body } = await api.call('POST', '/brands', { body: { name: `Brand ${count}`, accountId } });
      made.unshift(body.brandId);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = `limit=3${cursor ? `&cursor=${cursor}` : ''}`;
      const { body } = await api.call('GET', `/brands?accountId=${accountId}&${query}`);
      assert.ok(body.brands.length <= 3);
      seen.push(...body.brands.map((brand: { brandId: string }) => brand.brandId));
      cursor = body.nextCursor;
    } while (cursor);
    assert.deepEqual(seen, made);
  });

  it('neither repeat nor skip rows of one moment', async () => {
    const accountId = await newAccount('Same moment');
    await api.context.sql`
      insert into brand (brand_id, account_id, name, created_at)
      select 'brand_same' || n, ${accountId}, 'x', '2026-01-02T03:04:05.678901Z' from generate_series(1, 5) as n`;
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 5; page++) {
      const { body } = await api.call('GET', `/brands?accountId=${accountId}&limit=1${cursor}`);
      seen.push(body.brands[0].brandId);
      cursor = `&cursor=${body.nextCursor}`;
      assert.equal('nextCursor' in body, page < 4);
    }
    assert.equal(new Set(seen).size, 5);
  });

  it('have 100 rows unless fewer are requested', async () => {
    const accountId = await newAccount('A hundred');
    await api.context.sql`
      insert into brand (brand_id, account_id, name) select 'brand_hundred' || n, ${accountId}, 'x' from generate_series(1, 101) as n`;
    const { body } = await api.call('GET', `/brands?accountId=${accountId}`);
    assert.equal(body.brands.length, 100);
    assert.ok(body.nextCursor);
  });
});

describe('credentials', () => {
  it('show their secret once, at creation', async () => {
    const made = await api.call('POST', '/credentials', { body: { name: 'Server' } });
    assert.equal(made.status, 201);
    assert.match(made.body.clientSecret, /^secret_[A-Za-z0-9]{43}$/);
    assert.equal(made.headers['cache-control'], 'no-store');
    const { body } = await api.call('GET', '/credentials');
    const { clientSecret, ...shown } = made.body;
    assert.deepEqual(body.credentials[0], shown);
    assert.ok(!JSON.stringify(body).includes(clientSecret));
  });

  it('are stored as a digest', async () => {
    const { body } = await api.call('POST', '/credentials', { body: { name: 'Server' } });
    const rows = await api.context.sql`select * from credential where client_id = ${body.clientId}`;
    assert.equal(rows[0]!['secret_digest'].length, 32);
    assert.ok(!JSON.stringify(rows).includes(body.clientSecret));
  });

  it('may be two of one account at once, so that a new one is in use before the old one goes', async () => {
    const [first, second] = [await createClient(api), await createClient(api)];
    for (const { token } of [first, second])
      assert.equal((await api.call('GET', '/brands', { as: token })).status, 200);
  });

  it('are removed with 204, and then not found', async () => {
    const { body } = await api.call('POST', '/credentials', { body: { name: 'Server' } });
    assert.equal((await api.call('DELETE', `/credentials/${body.clientId}`)).status, 204);
    const again = await api.call('DELETE', `/credentials/${body.clientId}`);
    assert.equal(again.status, 404);
    assert.equal(again.body.code, 'credential_not_found');
  });
});

describe('signing tokens', () => {
  const issue = (accountId: string) => api.call('POST', '/signing-tokens', { body: { accountId } });
  const promote = (id: string) => api.call('POST', `/signing-tokens/${id}/promote`);
  const stages = async (accountId: string) => {
    const { body } = await api.call('GET', `/signing-tokens?accountId=${accountId}`);
    return body.signingTokens.map((token: { stage: string }) => token.stage);
  };

  it('are shown once, at issue, and sealed at rest', async () => {
    const accountId = await newAccount('Signs');
    const { status, body } = await issue(accountId);
    assert.equal(status, 201);
    assert.match(body.signingToken, /^signing_[A-Za-z0-9]{43}$/);
    const list = await api.call('GET', `/signing-tokens?accountId=${accountId}`);
    assert.ok(!JSON.stringify(list.body).includes(body.signingToken));
    const [live] = await listLiveSigningTokens(api.context.sql, accountId);
    assert.match(live!.tokenSealed, /^v1\./);
    assert.equal(api.context.encryption.open(live!.tokenSealed, live!.signingTokenId), body.signingToken);
  });

  it('start as current; the second is next; a third is refused until the next is promoted', async () => {
    const accountId = await newAccount('Rotates');
    assert.equal((await issue(accountId)).body.stage, 'current');
    const { body: second } = await issue(accountId);
    assert.equal(second.stage, 'next');
    const third = await issue(accountId);
    assert.equal(third.status, 409);
    assert.equal(third.body.code, 'signing_token_conflict');
    assert.equal((await promote(second.signingTokenId)).status, 200);
    assert.equal((await issue(accountId)).body.stage, 'next');
  });

  it('move next → current → previous → retired with each promotion', async () => {
    const accountId = await newAccount('Turns');
    await issue(accountId);
    for (const expected of [
      ['current', 'previous'],
      ['current', 'previous', 'retired'],
    ]) {
      const { body } = await issue(accountId);
      const promoted = await promote(body.signingTokenId);
      assert.equal(promoted.body.stage, 'current');
      assert.deepEqual(await stages(accountId), expected);
    }
    assert.equal((await listLiveSigningTokens(api.context.sql, accountId)).length, 2);
  });

  it('that are not next cannot be promoted', async () => {
    const { body } = await issue(await newAccount('Impatient'));
    const answer = await promote(body.signingTokenId);
    assert.equal(answer.status, 409);
    assert.equal(answer.body.code, 'signing_token_conflict');
  });

  it('are retired at once by DELETE, and destroyed', async () => {
    const accountId = await newAccount('Leaked');
    const { body } = await issue(accountId);
    assert.equal((await api.call('DELETE', `/signing-tokens/${body.signingTokenId}`)).status, 204);
    assert.deepEqual(await stages(accountId), ['retired']);
    assert.equal((await listLiveSigningTokens(api.context.sql, accountId)).length, 0);
    const [row] = await api.context.sql`
      select token_sealed from signing_token where signing_token_id = ${body.signingTokenId}`;
    assert.equal(row!['token_sealed'], '');
  });

  it('never include two current ones when several are issued at once', async () => {
    const accountId = await newAccount('Hasty');
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => issue(accountId)))).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [201, 201, 409, 409]);
    assert.deepEqual((await stages(accountId)).sort(), ['current', 'next']);
  });

  it('that do not exist are 404', async () => {
    for (const answer of [await promote('signing_none'), await api.call('DELETE', '/signing-tokens/signing_none')]) {
      assert.equal(answer.status, 404);
      assert.equal(answer.body.code, 'signing_token_not_found');
    }
  });
});
