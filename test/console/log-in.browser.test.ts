/** Log-in and log-out in a real browser. What a session may do is tested in test/api/session.test.ts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAgent, expectStatus } from '../harness.ts';
import { CLIENT, type OpenIdSite, startOpenIdSite } from '../openid-site.ts';
import { until } from '../until.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

let running: ConsoleInBrowser;
let agentId: string;
let provider: OpenIdSite;
before(async () => {
  // Another site than the service, which is at 127.0.0.1: so a browser sees it.
  provider = await startOpenIdSite('localhost');
  const { client_id: clientId, client_secret: clientSecret } = CLIENT;
  running = await startConsole({ openId: { issuer: provider.issuer, clientId, clientSecret, name: 'Acme' } });
  provider.serve(`${running.service.url}/session/openid/callback`);
  agentId = await createAgent(running.service);
});
after(async () => {
  await running?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

/** Buttons that only show something. */
const HARMLESS =
  /^(Toggle password|Check$|Copy |More$|Find$|Zoom |Fit View|Close | Use other values|Play$|All phones|why\?|Show the steps|Pause|DELIVERED |SENT )/;

const pathOf = ({ page }: Tab) => page.url().slice(running.service.url.length);
const heading = ({ page }: Tab, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function loggedIn(path: string): Promise<Tab> {
  const tab = await running.newTab();
  await tab.open(path);
  await tab.logIn();
  return tab;
}

describe('the log-in page', () => {
  it('shows the text of the problem when the key is wrong', async () => {
    await using tab = await running.newTab();
    await tab.open('/brands');
    await tab.logIn('not-the-operator-key');
    await tab.page.getByText('This is not the operator key of this service.').waitFor();
    await heading(tab, 'Log in');
    assert.deepEqual(await tab.context.cookies(), []);
  });

  it('leads on to the requested page, with its filters', async () => {
    await using tab = await loggedIn(`/agents/${agentId}/events?status=FAILED`);
    await heading(tab, 'Events');
    assert.equal(pathOf(tab), `/console/agents/${agentId}/events?status=FAILED`);
    assert.deepEqual(tab.faults, []);
  });

  it('leads to no other site', async () => {
    for (const from of ['//evil.test/', '/\\evil.test', 'https://evil.test/', 'javascript:alert(1)']) {
      await using tab = await loggedIn(`/log-in?from=${encodeURIComponent(from)}`);
      await heading(tab, 'Start');
      assert.match(pathOf(tab), /^\/console\/?$/, from);
    }
  });

  it('lets the first browser with a log-in link in, on to the page that it names, and no other', async () => {
    const { body } = await running.service.call('POST', '/log-in-links');
    const [path, token] = body.url.slice(running.service.url.length + '/console'.length).split('#');
    await using tab = await running.newTab();
    await tab.open(`${path}?from=/agents/${agentId}/events#${token}`);
    await heading(tab, 'Events');
    assert.equal(pathOf(tab), `/console/agents/${agentId}/events`);
    await tab.page.goBack();
    assert.ok(!tab.page.url().includes(token), 'the history has no token');

    await using late = await running.newTab();
    await late.open(`${path}#${token}`);
    await late.page.getByText('This log-in link has expired or was used').waitFor();
    assert.equal(pathOf(late), `/console${path}`);
    assert.deepEqual([...tab.faults, ...late.faults], []);
  });

  it('leads to the provider and back to the requested page, or says why not', async () => {
    const eva = { name: 'Eva Ruiz', email: 'eva@acme.example', role: 'reader' };
    const { personId } = (await running.service.call('POST', '/people', eva)).body;
    await using tab = await running.newTab();
    await tab.open(`/agents/${agentId}/events?status=FAILED`);
    provider.visitor = { email: 'eva@acme.example', isVerified: false };
    await tab.page.getByRole('link', { name: 'Log in with Acme' }).click();
    await tab.page.getByText('does not say that your e-mail address is verified').waitFor();
    await tab.context.clearCookies();
    provider.visitor.isVerified = true;
    await tab.page.getByRole('link', { name: 'Log in with Acme' }).click();
    await heading(tab, 'Events');
    assert.equal(pathOf(tab), `/console/agents/${agentId}/events?status=FAILED`);
    await tab.page.getByRole('link', { name: 'Your account: Eva Ruiz' }).waitFor();
    assert.deepEqual(tab.faults, []);
    await running.service.call('DELETE', `/people/${personId}`);
  });

  it('leaves a cookie that scripts cannot read', async () => {
    await using tab = await loggedIn('/');
    await heading(tab, 'Start');
    const [cookie] = await tab.context.cookies();
    assert.ok(cookie?.httpOnly && cookie.sameSite === 'Strict');
    assert.equal(await tab.page.evaluate('document.cookie'), '');
  });
});

describe('people in the console', () => {
  it('are invited by a link, set a password, are shown what their role allows, and are logged out when disabled', async () => {
    await using owner = await loggedIn('/people');
    await owner.page.getByText('Nobody but the operator key').waitFor();
    await owner.page.getByLabel('Name').fill('Ana Pérez');
    await owner.page.getByLabel('E-mail').fill('ana@acme.example');
    await owner.page.getByRole('button', { name: 'Invite' }).click();
    const url = (await owner.page.getByText('/console/log-in#login_').textContent())!;

    await using tab = await running.newTab();
    await tab.open(url.slice(url.indexOf('/console') + '/console'.length));
    await tab.page.getByRole('link', { name: 'Set a password' }).click();
    await heading(tab, 'Ana Pérez');
    await tab.page.getByText('ana@acme.example · Author').waitFor();
    await tab.page.getByLabel('New password').fill('seven horses on a hill');
    await tab.page.getByRole('button', { name: 'Set a password' }).click();
    await tab.page.getByText('The password is set.').waitFor();
    await tab.page.getByRole('button', { name: 'Log out' }).click();
    await heading(tab, 'Log in');

    await tab.page.getByLabel('E-mail').fill('ana@acme.example');
    await tab.page.getByLabel('Password', { exact: true }).fill('six horses on a hill');
    await tab.page.getByRole('button', { name: 'Log in' }).click();
    await tab.page.getByText('This is not the password of anybody with this address.').waitFor();
    await tab.page.getByLabel('Password', { exact: true }).fill('seven horses on a hill');
    await tab.page.getByRole('button', { name: 'Log in' }).click();
    await tab.page.getByRole('link', { name: 'Your account: Ana Pérez' }).waitFor();
    assert.equal(await tab.page.getByRole('link', { name: 'People' }).count(), 0);
    await tab.page.getByRole('link', { name: 'Developer' }).click();
    await tab.page.getByText('Your role does not allow this').waitFor();
    assert.ok(await tab.page.getByRole('button', { name: 'Create credentials' }).isDisabled());

    await owner.page.getByRole('button', { name: 'Disable' }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await owner.page.getByText('Disabled', { exact: true }).waitFor();
    await tab.page.getByRole('link', { name: 'Brands & agents' }).click();
    await tab.page.getByRole('dialog', { name: 'Log in again' }).waitFor();
    assert.deepEqual([...tab.faults, ...owner.faults], []);
  });

  it('who may only read find no control on any page that would change something', async () => {
    const { service } = running;
    const phoneNumber = '+12025550188';
    const sample = { template: { contentMessage: { text: 'Hello' } } };
    expectStatus(await service.call('POST', `/agents/${agentId}/states/welcome`, sample), 201);
    expectStatus(await service.call('POST', `/agents/${agentId}/devices`, { phoneNumber }), 201);
    expectStatus(await service.call('POST', `/agents/${agentId}/states/welcome/send/${phoneNumber}`, {}), 200);
    const shop = { baseUrl: 'https://shop.example', operations: { find: { method: 'GET', path: '/find' } } };
    expectStatus(await service.call('POST', '/connectors', { connectorId: 'shop', ...shop }), 201);
    const ina = { name: 'Ina Ríos', email: 'ina@acme.example', role: 'reader' };
    const { personId } = expectStatus(await service.call('POST', '/people', ina), 201);
    const { url } = expectStatus(await service.call('POST', '/log-in-links', { personId }), 201);
    await using tab = await running.newTab();
    await tab.open(url.slice(url.indexOf('/console') + '/console'.length));
    await heading(tab, 'Start');
    const agent = `/agents/${agentId}`;
    const flow = `${agent}/flow`;
    const pages = ['/', '/brands', '/connectors', '/developer', agent, `${agent}/settings`, flow, `${flow}/welcome`];
    const panels = ['versions', 'tests', 'play'].map((panel) => `${flow}?panel=${panel}`);
    const rest = [`phone/${phoneNumber}`, `conversations/${phoneNumber}`, 'events', 'endpoints', 'failures', 'replay'];
    const found = new Set<string>();
    for (const path of [...pages, ...panels, ...rest.map((page) => `${agent}/${page}`)]) {
      await tab.open(path);
      await until(() => tab.page.evaluate('!document.querySelector("[aria-busy=true]")'), `${path} to be loaded`);
      for (const button of await tab.page.locator('main button:enabled:not([role=tab])').all()) {
        const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
        // One without a name was drawn anew meanwhile; that each has one, the tests of barriers see.
        if (name !== '' && !HARMLESS.test(name)) found.add(`${path}: ${name}`);
      }
    }
    assert.deepEqual([...found], []);
    await tab.open(`${flow}/welcome`);
    await tab.page.getByRole('tab', { name: 'Transitions' }).click();
    assert.ok(await tab.page.getByRole('button', { name: 'Add a transition' }).isDisabled());
  });

  it('make a passkey, log in with it, and delete it', async () => {
    // Browsers have passkeys for names only.
    const { context } = running.service.app;
    const [address, known] = [running.service.url.replace('127.0.0.1', 'localhost'), context.publicUrl];
    context.publicUrl = () => address;
    const luz = { name: 'Luz Gil', email: 'luz@acme.example', role: 'reader' };
    const { personId } = (await running.service.call('POST', '/people', luz)).body;
    const { url } = (await running.service.call('POST', '/log-in-links', { personId })).body;

    await using tab = await running.newTab();
    const { page } = tab;
    const device = await tab.context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(url.replace('127.0.0.1', 'localhost'));
    await page.getByRole('link', { name: 'Your account: Luz Gil' }).click();
    await page.getByLabel('Where it is kept').fill('The laptop');
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('cell', { name: 'The laptop' }).waitFor();
    await page.getByLabel('Where it is kept').fill('The laptop again');
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByText('This device has a passkey for you already.').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();

    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByRole('link', { name: 'Your account: Luz Gil' }).click();
    const row = page.getByRole('row', { name: 'The laptop' });
    assert.equal(await row.getByText('Never').count(), 0, 'when it was used is told');
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByText('This passkey is not known here').waitFor();
    assert.deepEqual(tab.faults, []);
    context.publicUrl = known;
  });
});

describe('a session in the browser', () => {
  it('opens the stream of a phone', async () => {
    await using tab = await loggedIn('/');
    await heading(tab, 'Start');
    const settings = await tab.page.evaluate(`new Promise((resolve, reject) => {
      const stream = new EventSource('/emulator/handsets/+15550100001/stream');
      stream.addEventListener('handset', ({ data }) => { stream.close(); resolve(JSON.parse(data)); });
      stream.onerror = () => reject(new Error('no stream'));
    })`);
    assert.equal((settings as { online: boolean }).online, true);
  });

  it('that has ended opens the log-in over the requested page', async () => {
    await using tab = await loggedIn('/');
    await heading(tab, 'Start');
    await tab.context.clearCookies();
    await tab.page.getByRole('link', { name: 'Developer' }).click();
    const again = tab.page.getByRole('dialog', { name: 'Log in again' });
    await again.waitFor();
    await tab.logIn();
    await again.waitFor({ state: 'detached' });
    await tab.page.getByText('No credentials yet').waitFor();
  });

  it('ends with the log-out in every tab', async () => {
    await using tab = await loggedIn('/');
    await heading(tab, 'Start');
    const [cookie] = await tab.context.cookies();
    const other = await tab.context.newPage();
    await other.goto(`${running.service.url}/console/brands`);
    await other.getByRole('heading', { level: 1, name: 'Brands & agents' }).waitFor();

    await tab.page.getByRole('button', { name: 'Log out' }).click();
    await heading(tab, 'Log in');
    assert.deepEqual(await tab.context.cookies(), []);
    await tab.page.goBack();
    await heading(tab, 'Log in');
    await other.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();

    const headers = { cookie: `${cookie!.name}=${cookie!.value}` };
    const answer = await fetch(`${running.service.url}/session`, { headers });
    await answer.body?.cancel();
    assert.equal(answer.status, 401);
  });
});
