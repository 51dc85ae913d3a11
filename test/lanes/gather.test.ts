/** How small writes become groups, and when a group waits for more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseWhenBusyMs } from '../../src/lanes/busy.ts';
import { createGathering } from '../../src/lanes/gather.ts';
import { until } from '../until.ts';

const item = (n: number) => ({ n, bytes: 1 });

test('items of one moment are one group, and those that come while it is written are the next', async () => {
  const groups: number[][] = [];
  const gates: (() => void)[] = [];
  const gathering = createGathering<ReturnType<typeof item>>({
    maxItems: 3,
    failed: assert.fail,
    pauseMs: () => 0,
    write: (group) => {
      groups.push(group.map(({ n }) => n));
      return new Promise((resolve) => gates.push(resolve));
    },
  });
  gathering.add(item(1));
  gathering.add(item(2));
  await until(() => groups.length === 1, 'the first group');
  for (const n of [3, 4, 5, 6]) gathering.add(item(n));
  gates[0]!();
  await until(() => groups.length === 2, 'the second group');
  gates[1]!();
  await until(() => groups.length === 3, 'the third group');
  assert.deepEqual(groups, [[1, 2], [3, 4, 5], [6]]);
});

test('items that are apart are never in one group, and one that is not written holds up no other', async () => {
  const groups: number[][] = [];
  const gathering = createGathering<ReturnType<typeof item>>({
    maxItems: 3,
    failed: assert.fail,
    pauseMs: () => 0,
    apart: ({ n }) => n % 2,
    write: async (group) => {
      groups.push(group.map(({ n }) => n));
      if (group[0]!.n === 1) await new Promise(() => {});
    },
  });
  for (const n of [1, 2, 3, 4]) gathering.add(item(n));
  await until(() => groups.length === 2, 'a group of each');
  gathering.add(item(6));
  gathering.add(item(5));
  await until(() => groups.length === 3, 'the next of the one that is written');
  assert.deepEqual(groups, [[1, 3], [2, 4], [6]]);
});

test('the pause before a group is asked for with the size of the last one, and a full group takes none', async () => {
  const asked: number[] = [];
  let written = 0;
  const gathering = createGathering<ReturnType<typeof item>>({
    maxItems: 2,
    failed: assert.fail,
    pauseMs: (lastCount) => {
      asked.push(lastCount);
      return 0;
    },
    write: async (group) => {
      written += group.length;
    },
  });
  for (const n of [1, 2, 3]) gathering.add(item(n));
  await until(() => written === 3, 'all of them');
  assert.deepEqual(asked, [0, 2]);
});

test('a busy process waits for more only where its groups are large', async () => {
  const idle = () => until(() => pauseWhenBusyMs(8, 50) === 0, 'the process to be idle');
  await idle();
  const busyUntil = performance.now() + 1_000;
  while (performance.now() < busyUntil);
  assert.equal(pauseWhenBusyMs(8, 3), 0);
  assert.equal(pauseWhenBusyMs(8, 50), 8);
  await idle();
});
