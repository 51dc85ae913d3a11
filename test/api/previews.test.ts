/** Previews: how a message would render with given values, and what is wrong with it, without side effects. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../until.ts';
import { type Answer, type Api, createClient, startApi } from './context.ts';

let api: Api;
let as: string;
let path: string;
before(async () => {
  api = await startApi();
  as = (await createClient(api)).token;
  const { brandId } = (await api.call('POST', '/brands', { body: { name: 'Acme' } })).body;
  const { agentId } = (await api.call('POST', '/agents', { as, body: { name: 'Bot', brandId, useCase: 'OTP' } })).body;
  path = `/agents/${agentId}/previews`;
});
after(() => api[Symbol.asyncDispose]());

const preview = (contentMessage: object, values: object = {}) =>
  api.call('POST', path, { as, body: { template: { contentMessage }, ...values } });
const says = async (text: string, values?: object) => {
  const { status, body } = await preview({ text }, values);
  assert.equal(status, 200, JSON.stringify(body));
  return body.contentMessage.text;
};

describe('a preview', () => {
  it('renders every variable of a template', async () => {
    const text = '{{ params.a }}{{ data.b.c }}{{ input.d }}{{ message.text }}{{ user.phoneNumber }}';
    const values = { params: { a: 1 }, data: { b: { c: 2 } }, input: { d: 3 }, message: { text: 4 } };
    assert.equal(await says(text, { ...values, phoneNumber: '+12025550123' }), '1234+12025550123');
  });

  it('renders what can grow within the limits of a turn', async () => {
    assert.equal(await says('{% for x in params.list %}{{ x }}{% endfor %}', { params: { list: [1, 2] } }), '12');
    const { status, body } = await preview({ text: '{% for i in (1..1000000000) %}x{% endfor %}' });
    assert.equal(status, 400);
    assert.equal(
      body.detail,
      '/template/contentMessage/text cannot be rendered: it would produce more than 1000000 characters and elements.',
    );
  });

  it('names the field that cannot be rendered', async () => {
    const suggestions = [{ reply: { text: '{{ "%zz" | url_decode }}', postbackData: 'a' } }];
    const { body } = await preview({ text: '{{ params.a }}', suggestions }, { params: { a: 1 } });
    assert.equal(body.errors[0].path, '/template/contentMessage/suggestions/0/reply/text');
  });

  it('is refused while eight of its account are running, and then no longer', async () => {
    const { context } = api;
    const { preview: render } = context;
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    context.preview = async (...given) => {
      await held;
      return render(...given);
    };
    const refused: Answer[] = [];
    const asked = Array.from({ length: 12 }, async () => {
      const answer = await preview({ text: 'Hello' });
      if (answer.status === 429) refused.push(answer);
      return answer.status;
    });
    await until(() => refused.length === 4, 'the refusal of four');
    letGo();
    context.preview = render;
    assert.equal((await Promise.all(asked)).filter((status) => status === 200).length, 8);
    assert.equal(refused[0]?.body.code, 'too_many_requests');
    assert.equal(refused[0]?.headers['retry-after'], '1');
    assert.equal(await says('{{ "again" }}'), 'again');
  });

  it('leaves a field out that renders to nothing, as a turn does', async () => {
    const card = { title: 'A', description: '{{ params.none }}' };
    const { body } = await preview({
      richCard: { standaloneCard: { cardOrientation: 'VERTICAL', cardContent: card } },
    });
    assert.deepEqual(body.contentMessage.richCard.standaloneCard.cardContent, { title: 'A' });
  });

  it('locates a Liquid fault by line and column', async () => {
    const { status, body } = await preview({ text: 'one\n{{ two' });
    assert.equal(status, 400);
    assert.equal(body.code, 'invalid_liquid');
    assert.deepEqual(body.errors[0], { ...body.errors[0], path: '/template/contentMessage/text', line: 2, column: 1 });
  });

  it('names the field that breaks a limit once it is rendered', async () => {
    const { status, body } = await preview({ text: '{{ params.long }}' }, { params: { long: 'x'.repeat(3073) } });
    assert.equal(status, 400);
    assert.equal(body.code, 'validation_failed');
    assert.equal(body.errors[0].path, '/template/contentMessage/text');
  });

  it('accepts no other fields and needs a template', async () => {
    assert.equal((await preview({ text: 'a' }, { session: {} })).body.errors[0].path, '/session');
    assert.equal((await api.call('POST', path, { as, body: {} })).body.errors[0].path, '/template');
  });

  it('needs an agent that the caller may see', async () => {
    const body = { template: { contentMessage: { text: 'a' } } };
    const { accountId } = (await api.call('POST', '/accounts', { body: { name: 'Other' } })).body;
    const other = (await createClient(api, accountId)).token;
    assert.equal((await api.call('POST', path, { as: other, body })).body.code, 'agent_not_found');
  });
});
