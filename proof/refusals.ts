/**
 * Refuses the commit that follows the platform's answer, for some phones and for a while: the platform has the message,
 * and the database refuses to record that, as if out of memory.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isDistributed } from '../src/store/cluster.ts';
import type { Database } from '../src/store/database.ts';

/** Out of memory: the service counts it as passing, so the message never becomes a dead letter. */
const ERROR_CODE = '53200';
const RETRY_MS = 250;
/** During other faults there may be nothing to refuse; waits this long for it. */
const PATIENCE_MS = 20_000;

/** Before there is any load: creating the trigger later would wait for running writes, and block those after it. */
export async function prepareRefusals(database: Database): Promise<void> {
  await whereLanesAre(database, 'create table proof_refused (phone_number_end text)');
  await whereLanesAre(database, 'create sequence proof_refusals');
  await database.unsafe(`
    create function proof_refuse() returns trigger language plpgsql as $$
    begin
      if exists (select from proof_refused where old.phone_number like '%' || phone_number_end) then
        perform nextval('proof_refusals');
        raise exception 'refused by the proof' using errcode = '${ERROR_CODE}';
      end if;
      return old;
    end $$`);
  await database.alone(async (connection) => {
    // What it reads is where it runs. Without a cluster it is a name that nobody reads.
    await connection.unsafe('set citus.enable_unsafe_triggers = on');
    await connection.unsafe(
      'create trigger proof_refuse before delete on outbox for each row execute function proof_refuse()',
    );
  });
}

/** For `forMs` from the first refusal on. The database may be away at either end. */
export async function refuse(database: Database, phoneNumberEnd: string, forMs: number): Promise<void> {
  const before = await untilDone(() => countRefusals(database));
  await untilDone(() => whereLanesAre(database, `insert into proof_refused values ('${phoneNumberEnd}')`));
  const giveUpAt = performance.now() + PATIENCE_MS;
  while ((await untilDone(() => countRefusals(database))) === before && performance.now() < giveUpAt)
    await delay(RETRY_MS);
  await delay(forMs);
  const remove = `delete from proof_refused where phone_number_end = '${phoneNumberEnd}'`;
  await untilDone(() => whereLanesAre(database, remove));
}

/** How often it was refused; slightly high after a crash of the database, since a sequence then skips some numbers. */
export async function countRefusals(database: Database): Promise<number> {
  const count = 'select case when is_called then last_value else 0 end as count from proof_refusals';
  return (await whereLanesAre(database, count)).reduce((sum, one) => sum + one, 0);
}

/** Runs it on each node of a cluster that has lanes, else here. Resolves with their counts, if it counts. */
async function whereLanesAre(database: Database, statement: string): Promise<number[]> {
  if (!(await isDistributed(database))) {
    return (await database.unsafe<{ count?: number }[]>(statement)).map(({ count }) => Number(count));
  }
  const nodes = await database<{ success: boolean; result: string }[]>`
    select success, result from run_command_on_workers(${statement})`;
  const failed = nodes.find(({ success }) => !success);
  if (failed) throw new Error(failed.result);
  return nodes.map(({ result }) => Number(result));
}

async function untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch {
      await delay(RETRY_MS);
    }
  }
}
