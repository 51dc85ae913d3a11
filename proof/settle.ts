/** After the last fault: waits until nothing is left to do, for a bounded time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../src/store/sql.ts';
import type { Rig } from './rig.ts';
import type { Call, Stage } from './stage.ts';

/** Six attempts take twenty seconds; a breaker that opened several times makes its endpoint wait up to two minutes. */
const PATIENCE_MS = 240_000;
/** A control's damage need not settle. */
const CONTROL_PATIENCE_MS = 30_000;
const LOOK_EVERY_MS = 250;
/** The phones' last faults may take this long to play out: a platform that hangs for 20 s. */
const QUIET_LOOKS = 8;

/** Resolves with what was still left at the end of the time; empty when everything has settled. */
export async function settle(rig: Rig, stage: Stage, emulator: Call, isControl: boolean): Promise<string[]> {
  for (const phoneNumber of stage.phoneNumbers)
    await emulator('PUT', `/emulator/handsets/${phoneNumber}`, { faults: [] });
  await rig.sink.ask('calm');
  const giveUpAt = performance.now() + (isControl ? CONTROL_PATIENCE_MS : PATIENCE_MS);
  let left: string[] = [];
  for (let quiet = 0; quiet < QUIET_LOOKS; ) {
    left = await whatIsLeft(rig, emulator);
    quiet = left.length === 0 ? quiet + 1 : 0;
    if (performance.now() > giveUpAt) return left;
    await delay(LOOK_EVERY_MS);
  }
  return [];
}

async function whatIsLeft({ database, services }: Rig, emulator: Call): Promise<string[]> {
  const [rows] = await database<{ inbox: number; outbox: number; forward: number }[]>`
    select (select count(*)::int from inbox) as inbox, (select count(*)::int from outbox) as outbox,
           (select count(*)::int from forward) as forward`;
  const { messages, webhooks } = (await emulator('GET', '/emulator/statistics')) as {
    messages: { undelivered: number };
    webhooks: { pending: number };
  };
  const counts = {
    ...rows!,
    'messages on their way to phones': messages.undelivered,
    'deliveries of the platform': webhooks.pending,
    'services that are not ready': services.filter((service) => !service.isReady()).length,
  };
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} left: ${what}`] : []));
}

/** Until no turn and no message is due; what is left after `patienceMs`, in words. */
export async function awaitRest(sql: Sql, patienceMs: number): Promise<string[]> {
  for (const giveUpAt = performance.now() + patienceMs; ; await delay(LOOK_EVERY_MS)) {
    const [row] = await sql<{ count: number }[]>`
      select (select count(*)::int from inbox) + (select count(*)::int from outbox) as count`;
    if (row!.count === 0) return [];
    if (performance.now() > giveUpAt) return [`${row!.count} left in inbox and outbox`];
  }
}
