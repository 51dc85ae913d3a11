/** Where a template runs, what of its scope is sent there, whose turn it is, and what is counted. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MAX_TEXT_BYTES } from '../../src/engine/liquid.ts';
import { createRota, MAX_WAITING } from '../../src/engine/rota.ts';
import { createSandbox, type Render, type SandboxOptions } from '../../src/engine/sandbox.ts';
import { openSandboxPool } from '../../src/engine/sandbox-pool.ts';
import type { Scope } from '../../src/engine/scope.ts';

/** Far more than any of these take: the time limit is not under test. */
const BUDGET_MS = 60_000;
const options = { maxBytes: MAX_TEXT_BYTES, now: '2026-01-02T03:04:05Z' };
const scopeOf = (params: object, data: object = {}) =>
  ({ params, data, input: {}, message: null, user: { phoneNumber: '+15550100001' } }) as Scope;

let onThreads = 0;
const metrics = {
  sandboxSeconds: {
    observe() {
      onThreads += 1;
    },
  },
  sandboxWaiting: { from: () => {} },
} as unknown as NonNullable<SandboxOptions['metrics']>;
const sandbox = createSandbox({ budgetMs: BUDGET_MS, metrics });
after(() => sandbox[Symbol.asyncDispose]());
const render: Render = sandbox.renderFor('account');

const LONG = 'word '.repeat(20_000);
const LIST = Array.from({ length: 20_000 }, (_, n) => ({ n }));
const LARGE = scopeOf({ long: LONG, name: 'Ann', key: 'list' }, { list: LIST, order: { id: 7, tags: ['a', 'b'] } });

for (const [template, text] of [
  ['{{ params.name }} {{ data.order.id }} {{ data.nothing.there }}', 'Ann 7 '],
  ["{% if params.name == 'Ann' and data.order.tags contains 'b' %}true{% endif %}", 'true'],
  ['{{ data.list.size }} {{ data.list.first.n }} {{ data.list.last.n }} {{ data.list[-2].n }}', '20000 0 19999 19998'],
  ['{{ params.long.size }} {{ data.order.size }}', '100000 2'],
] as const) {
  test(`${template} reads little of a large session, and runs on the main thread`, async () => {
    const before = onThreads;
    assert.equal(await render(template, LARGE, options), text);
    assert.equal(onThreads, before);
  });
}

for (const [template, text] of [
  ["{% if params.long contains 'words' %}a{% endif %}", ''],
  ['{% if data.list == data.list %}same{% endif %}', 'same'],
  ['{% assign all = data %}{% if all.list == all.list %}same{% endif %}', 'same'],
  ['{% if data[params.key] contains nil %}a{% endif %}', ''],
  ['{% case data.list %}{% when params.name, data.list %}found{% endcase %}', 'found'],
  ['{{ params.long | truncate: 9 }}', 'word w...'],
  ['{{ params.long | size }}', '100000'],
  ['{{ data.size }}', '2'],
  [`{% assign a = 'x' %}${'{% assign a = a | append: a %}'.repeat(15)}{% if a contains 'y' %}y{% endif %}`, ''],
  [`{% if params.name != 'Bob' %}${'-'.repeat(4_200)}{% endif %}`, '-'.repeat(4_200)],
] as const) {
  test(`${template.slice(0, 70)} may take long, and runs on another thread with the same result`, async () => {
    const before = onThreads;
    assert.equal(await render(template, LARGE, options), text);
    assert.equal(onThreads, before + 1);
  });
}

test('the same template runs here on small values and there on large ones', async () => {
  const template = '{% if params.text contains params.word %}found{% endif %}';
  const before = onThreads;
  assert.equal(await render(template, scopeOf({ text: 'a word', word: 'word' }), options), 'found');
  assert.equal(onThreads, before);
  assert.equal(await render(template, scopeOf({ text: LONG, word: 'word' }), options), 'found');
  assert.equal(onThreads, before + 1);
});

test('only what a template reads goes to a thread, and is serialized once for each session', async () => {
  const reads = { list: 0, other: 0 };
  const data = {
    get list() {
      reads.list += 1;
      return LIST;
    },
    get other() {
      reads.other += 1;
      return 'x';
    },
  };
  const session = { items: data };
  const template = '{% for item in data.items.list limit: 2 %}{{ item.n }}{% endfor %}';
  for (let times = 0; times < 3; times += 1) assert.equal(await render(template, scopeOf({}, session), options), '01');
  assert.equal(reads.list, 1);
  const unread = {
    get params() {
      throw new Error('was read');
    },
  };
  assert.equal(
    await render('{% for i in (1..2) %}{{ data.a }}{% endfor %}', scopeOf(unread, { a: 1, b: data }), options),
    '11',
  );
  assert.equal(reads.list, 1);
});

test('a short template runs on another thread where it must', async () => {
  const before = onThreads;
  assert.equal(await render('{{ params.name }}', LARGE, { ...options, onThread: true }), 'Ann');
  assert.equal(onThreads, before + 1);
});

test('the time of every thread is reported, even when a template fails', async () => {
  const spent: number[] = [];
  const spend = (ms: number) => void spent.push(ms);
  await render('{{ params.name }}', LARGE, { ...options, spend });
  assert.equal(spent.length, 1);
  await render('{% for i in (1..2) %}{{ i }}{% endfor %}', LARGE, { ...options, spend });
  assert.equal(spent.length, 3);
  await assert.rejects(render('{{ params.name }}', LARGE, { ...options, maxBytes: 1, spend }), { fault: 'too_long' });
  await assert.rejects(render('{% for i in (1..2) %}{{ i }}{% endfor %}', LARGE, { ...options, maxBytes: 1, spend }), {
    fault: 'too_long',
  });
  assert.equal(spent.length, 6);
  assert.ok(spent.every((ms) => ms > 0));
});

const nothing = () => {};
/** Keeps a thread busy for a good while. */
const HEAVY = '{% for a in (1..40) %}{% for item in data.list %}{% endfor %}{% endfor %}';
const ENDLESS =
  '{% for a in (1..900) %}{% for b in (1..900) %}{% for c in (1..900) %}{% endfor %}{% endfor %}{% endfor %}';
const LIGHT = '{% for i in (1..2) %}{{ i }}{% endfor %}';
/** One condition of comparisons of all their elements: a thread looks at its time before it and after it. */
const ONE_LONG_STEP = `{% if ${Array(200).fill('params.a != params.b').join(' or ')} %}{% endif %}`;
/** Many such steps, a millisecond or so each. */
const COMPARISONS = '{% if params.a == params.b %}{% endif %}'.repeat(40);
const ONES = Array(20_000).fill(1);
const COMPARED = JSON.stringify({ params: { a: ONES, b: ONES } });

test('the last free thread is for an account that has none', async () => {
  await using two = createSandbox({ threads: 2, budgetMs: BUDGET_MS });
  const [busy, other] = [two.renderFor('busy'), two.renderFor('other')];
  await Promise.all([busy(LIGHT, LARGE, options), other(LIGHT, LARGE, options)]);
  let ended = 0;
  const heavy = Array.from({ length: 4 }, () => busy(HEAVY, LARGE, options).then(() => (ended += 1)));
  for (let times = 0; times < 5; times += 1) await other(LIGHT, LARGE, options);
  assert.equal(ended, 0);
  await Promise.all(heavy);
});

test('an account whose template had its thread killed does not get the last one while the next one starts', async () => {
  await using pool = openSandboxPool({ threads: 2, budgetMs: 100, patienceMs: 2_000, ended: () => {} });
  const render = { target: 'text', scope: '{}', options } as const;
  let lights = 0;
  const light = (accountId: string) => {
    const job = () => {
      lights += 1;
      return { template: LIGHT, render };
    };
    return pool.run(accountId, job, nothing);
  };
  // Until both threads accept work at once.
  for (let atOnce = 0; atOnce < 2; ) {
    const before = lights;
    const both = [light('busy'), light('other')];
    atOnce = lights - before;
    await Promise.all(both);
  }
  let begun = 0;
  const isFree: boolean[] = [];
  const endless = Array.from({ length: 3 }, () => {
    const begin = () => {
      begun += 1;
      setImmediate(() => {
        const before = lights;
        void light('other');
        isFree.push(lights > before);
      });
      return { template: ONE_LONG_STEP, render: { ...render, scope: COMPARED } };
    };
    return assert.rejects(pool.run('busy', begin, nothing), { fault: 'killed' });
  });
  await Promise.all(endless);
  assert.equal(begun, 3);
  assert.deepEqual(isFree, [true, true, true]);
});

for (const [kind, template, threads] of [
  ['a loop without end leaves its thread to the next template', ENDLESS, 1],
  ['a step without end has its thread killed', ONE_LONG_STEP, 2],
] as const) {
  test(kind, async () => {
    let opened = 0;
    const count = () => (opened += 1);
    process.on('worker', count);
    await using pool = openSandboxPool({ threads: 1, budgetMs: 100, patienceMs: 20_000, ended: () => {} });
    const run = (accountId: string, template: string) =>
      pool.run(accountId, () => ({ template, render: { target: 'text', scope: COMPARED, options } }), nothing);
    await assert.rejects(run('busy', template), {
      fault: 'killed',
      message: 'the template was stopped: it ran for more than 100 ms',
    });
    await run('other', LIGHT);
    process.off('worker', count);
    assert.equal(opened, threads);
  });
}

test('after a template that had to be stopped, its account rests, and no other', async () => {
  const budgetMs = 100;
  await using pool = openSandboxPool({ threads: 1, budgetMs, patienceMs: 2_000, ended: () => {} });
  const render = { target: 'text', scope: '{}', options } as const;
  const run = (accountId: string, template: string, begin = nothing) =>
    pool.run(
      accountId,
      () => {
        begin();
        return { template, render };
      },
      nothing,
    );
  const order: string[] = [];
  let stoppedAt = 0;
  const stopped = assert.rejects(run('busy', ENDLESS), { fault: 'killed' }).then(() => {
    stoppedAt = performance.now();
  });
  const rested = run('busy', LIGHT, () => order.push('busy')).then(() => performance.now() - stoppedAt);
  await stopped;
  await run('other', LIGHT, () => order.push('other'));
  assert.ok((await rested) >= 3 * budgetMs);
  assert.deepEqual(order, ['other', 'busy']);
});

/** One run without a rest is enough, and a busy machine can make several look like one. */
const MAX_TRIES = 20;

/** Whether a template took several times as long by the clock as its thread was busy, which a busy machine can cause too. */
async function restsIn(run: (spend: (ms: number) => void) => Promise<unknown>, turn: () => void): Promise<boolean> {
  const turns = setInterval(turn, 5);
  const startedAt = performance.now();
  let busyMs = 0;
  await run((ms) => {
    busyMs += ms;
  });
  clearInterval(turns);
  return performance.now() - startedAt > 3 * busyMs;
}

test('a long template rests while others have turns, and not for turns of its own account', async () => {
  await using pool = openSandboxPool({ threads: 1, budgetMs: 60, patienceMs: 20_000, ended: () => {} });
  const job = (template: string) => () => ({ template, render: { target: 'text', scope: '{}', options } as const });
  await pool.run('busy', job(LIGHT), nothing);
  const rests = (turnsOf: string) =>
    restsIn(
      (spend) => pool.run('busy', job(ENDLESS), spend).catch(nothing),
      () => pool.turnOf(turnsOf),
    );
  assert.equal(await rests('other'), true);
  let restedAlone = true;
  for (let tries = 0; tries < MAX_TRIES && restedAlone; tries += 1) {
    // It was stopped, and rests after that.
    await pool.run('busy', job(LIGHT), nothing);
    restedAlone = await rests('busy');
  }
  assert.equal(restedAlone, false);
});

test('a long template does not rest while another account waits for its thread', async () => {
  await using pool = openSandboxPool({ threads: 1, budgetMs: BUDGET_MS, patienceMs: 20_000, ended: () => {} });
  const job = (template: string) => () => ({ template, render: { target: 'text', scope: COMPARED, options } as const });
  await pool.run('busy', job(LIGHT), nothing);
  let others = 0;
  let rested = true;
  for (let tries = 0; tries < MAX_TRIES && rested; tries += 1) {
    rested = await restsIn(
      async (spend) => {
        const busy = pool.run('busy', job(COMPARISONS), spend);
        const other = pool.run('other', job(LIGHT), nothing).then(() => (others += 1));
        await Promise.all([busy, other]);
      },
      () => pool.turnOf('other'),
    );
  }
  assert.equal(rested, false);
  assert.ok(others > 0);
});

test('an account with a long turn rests between its short templates, in company only', async () => {
  let company = true;
  await using pool = openSandboxPool({
    ...{ threads: 1, budgetMs: BUDGET_MS, patienceMs: 20_000, ended: () => {} },
    hasOthers: () => company,
  });
  // Longer than its way to the thread and back.
  const template = '{% for i in (1..400) %}{{ i }}{% endfor %}';
  const job = () => ({ template, render: { target: 'text', scope: '{}', options } as const });
  for (let times = 0; times < 20; times += 1) await pool.run('busy', job, nothing);
  const rests = () =>
    restsIn(async (spend) => {
      for (let times = 0; times < 40; times += 1) await pool.run('busy', job, spend, true);
    }, nothing);
  assert.equal(await rests(), true);
  company = false;
  let rested = true;
  for (let tries = 0; tries < MAX_TRIES && rested; tries += 1) rested = await rests();
  assert.equal(rested, false);
});

test('an account gets as much time as another one, and not as many templates', async () => {
  await using one = createSandbox({ threads: 1, budgetMs: BUDGET_MS });
  const [busy, other] = [one.renderFor('busy'), one.renderFor('other')];
  await other(LIGHT, LARGE, options);
  const order: string[] = [];
  const renders = [
    ...Array.from({ length: 10 }, () => busy(HEAVY, LARGE, options).then(() => order.push('heavy'))),
    ...Array.from({ length: 10 }, () => other(LIGHT, LARGE, options).then(() => order.push('light'))),
  ];
  await Promise.all(renders);
  const before = order.slice(0, order.lastIndexOf('light')).filter((kind) => kind === 'heavy').length;
  assert.ok(before < 5, `${before} heavy ones came before the last light one`);
});

test('a new account has no credit for idle time', () => {
  const rota = createRota<string>();
  for (const item of ['a1', 'a2', 'a3', 'a4']) rota.add('a', item);
  assert.equal(rota.take(), 'a1');
  rota.charge('a', 1_000);
  assert.equal(rota.take(), 'a2');
  rota.add('b', 'b1');
  rota.add('b', 'b2');
  rota.charge('a', 10);
  assert.equal(rota.take(), 'b1');
  rota.charge('b', 11);
  assert.equal(rota.take(), 'a3');
});

test('each account has its own limit of waiting templates', () => {
  const rota = createRota<number>();
  for (let count = 0; count < MAX_WAITING; count += 1) rota.add('a', count);
  assert.throws(() => rota.add('a', 0), {
    fault: 'killed',
    message: '10000 templates of this account are already waiting',
  });
  rota.add('b', 0);
  assert.equal(rota.size(), MAX_WAITING + 1);
});
