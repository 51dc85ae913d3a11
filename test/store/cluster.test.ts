/** A database that is distributed over a Citus cluster. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { distribute } from '../../src/database/distribute.ts';
import type { Fence } from '../../src/model/fence.ts';
import { createEncryption } from '../../src/secrets/encryption.ts';
import { isDistributed, listLanesOfNodes, prepareCluster } from '../../src/store/cluster.ts';
import { listConversations } from '../../src/store/conversation-list.ts';
import type { Database } from '../../src/store/database.ts';
import { listDeadLetters } from '../../src/store/dead-letters.ts';
import { countWaiting } from '../../src/store/endpoint-health.ts';
import { insertEndpoint } from '../../src/store/endpoints.ts';
import { listEventKeys, listEventsAt, listEventTypes, listMessageEventPlaces } from '../../src/store/events.ts';
import { countFailures, discardFailures, insertDiscard } from '../../src/store/failures.ts';
import { commitForwarding } from '../../src/store/forwarding.ts';
import { countBacklog } from '../../src/store/health.ts';
import { claimLanes, ensureLanes, lanesUpTo } from '../../src/store/lanes.ts';
import { findFailedSend, findMadeMessage, findUnsentTurn, findWaitingSend } from '../../src/store/messages.ts';
import { migrate } from '../../src/store/migrate.ts';
import { removeOldConversations } from '../../src/store/old-conversations.ts';
import { removeOldVersions } from '../../src/store/old-versions.ts';
import { countDeadLetters, listFailureCounts, listStoppedTurns } from '../../src/store/overview.ts';
import { createPartitions, dropOldPartitions } from '../../src/store/partitions.ts';
import { findCreation, listFollowedEvents, listRecentEvents } from '../../src/store/recent-events.ts';
import { listRecordings } from '../../src/store/recordings.ts';
import { chooseProbe, findVerdict, insertRedelivery, takeRedelivery } from '../../src/store/redeliveries.ts';
import { LANES, openCluster, SHARDS, skip } from './cluster-database.ts';
import { agentId, further, id, LANE, laneStatements, outcome } from './lane-statements.ts';

const DAY_MS = 86_400_000;

/** `last`: the migration after which the database is distributed; the later ones change it on the cluster. */
const tests = (last: number) => () => {
  /** What the coordinator sent to the nodes. */
  const sent: string[] = [];
  const silent = pino({ level: 'silent' });
  let sql: Database;

  before(async () => {
    sql = await openCluster({ last, told: (message) => sent.push(message) });
  });
  after(() => sql[Symbol.asyncDispose]());

  test('has its lanes on the workers, and what was there before', async () => {
    assert.ok(await isDistributed(sql));
    const nodes = await listLanesOfNodes(sql);
    assert.equal(
      nodes.reduce((sum, { lanes }) => sum + lanes, 0),
      LANES,
    );
    const rows = await sql`select 1 from inbox where lane = 3 and agent_id = 'before'`;
    assert.equal(rows.length, 1);
  });

  test('is left as it is by a second distribution', async () => {
    assert.equal((await distribute(sql, SHARDS, () => {})).tables, 0);
  });

  test('asks no node what a start needs, because one may be down', async () => {
    sent.length = 0;
    await migrate(sql, silent);
    await prepareCluster(sql);
    assert.equal(await ensureLanes(sql, 4), LANES);
    await createPartitions(sql, new Date(Date.now() + DAY_MS), 1);
    assert.deepEqual(
      sent.filter((message) => message.startsWith('issuing')),
      [],
    );
  });

  test('runs every frequent statement of a lane as one command on one node', async () => {
    const claimed = await claimLanes(sql, { owner: 'me', limit: LANES, deadOwners: [], held: [] });
    const { epoch } = claimed.find(({ lane }) => lane === LANE)!;
    // It looks where the lane was split from as well, if it was.
    const two = new Set(['look for what was seen']);
    for (const [name, run] of Object.entries(laneStatements(sql, { lane: LANE, owner: 'me', epoch }))) {
      sent.length = 0;
      await run();
      const commands = sent.filter((message) => /^issuing (?!BEGIN|COMMIT|SELECT assign_distributed)/.test(message));
      assert.ok(commands.length === 1 || two.has(name), `${name}: ${commands.join('\n')}`);
      assert.ok(!sent.some((message) => /PREPARE TRANSACTION/.test(message)), name);
    }
  });

  test('answers what is asked of all lanes, within a transaction as well', async () => {
    const { rows } = await listEventKeys(sql, agentId, {}, { limit: 10 });
    assert.deepEqual(
      rows.map(({ ordinal }) => ordinal),
      [2, 1, 0],
    );
    const tried = await listEventKeys(sql, agentId, { status: 'PENDING', class: 'ServerEvent' }, { limit: 10 });
    assert.deepEqual(
      tried.rows.map(({ ordinal }) => ordinal),
      [1, 0],
    );
    assert.equal((await listEventsAt(sql, agentId, rows)).length, 3);
    const conversations = await listConversations(sql, agentId, LANES, { limit: 10 });
    assert.equal(conversations.rows.length, 1);
    const asked = { since: '2000-01-01', until: '2999-01-01', after: '', conversations: 10, turns: 10 };
    assert.equal((await listRecordings(sql, agentId, LANES, { ...asked, as: 'whole' })).length, 1);
    assert.deepEqual(await countFailures(sql, null, {}), { total: 0, groups: [] });
    const lanes = lanesUpTo(LANES);
    assert.equal((await countWaiting(sql, { agentId, endpointId: '' }, lanes)).waiting, 2);
    assert.equal((await countWaiting(sql, further, lanes)).waiting, 1);
    const [newest] = await listRecentEvents(sql, agentId, { since: new Date(Date.now() - DAY_MS), limit: 10 });
    assert.equal(newest!.ordinal, 2);
    assert.equal((await listFollowedEvents(sql, rows)).length, 3);
    assert.ok(await findCreation(sql, agentId, newest!.eventId, newest!));
    const message = { agentId, messageId: id(9) };
    assert.equal((await findMadeMessage(sql, message, LANES))?.lane, LANE);
    assert.equal(await findUnsentTurn(sql, message, LANES), undefined);
    assert.equal(await findWaitingSend(sql, message, LANES), undefined);
    assert.equal(await findFailedSend(sql, message, LANES), undefined);
    assert.equal((await listMessageEventPlaces(sql, agentId, id(9))).length, 0);
    assert.deepEqual(await listEventTypes(sql, agentId, [id(9)]), new Map());
    assert.equal((await listDeadLetters(sql, { limit: 10 })).rows.length, 0);
    assert.equal(await countDeadLetters(sql), 0);
    assert.equal((await listStoppedTurns(sql)).length, 0);
    assert.equal((await countBacklog(sql)).fresh, 1);
    const old = { before: new Date(Date.now() + DAY_MS), limit: 10 };
    assert.equal((await removeOldConversations(sql, LANE, old)).isEnd, true);
    assert.equal(await sql.begin((transaction) => removeOldVersions(transaction, agentId, new Date())), 0);
  });

  test('counts, sends again and discards what failed at an endpoint', async () => {
    await sql`insert into brand (brand_id, account_id, name) values ('brand', 'default', 'brand')`;
    await sql`
      insert into agent (agent_id, account_id, brand_id, name, use_case, platform_agent_id)
      values (${agentId}, 'default', 'brand', 'agent', 'OTP', 'agent')`;
    await insertEndpoint(sql, createEncryption([randomBytes(32)]), { ...further, url: 'https://example.com' });
    const [fence] = await sql<Fence[]>`select lane, owner, epoch from lane_fence where lane = ${LANE}`;
    await commitForwarding(sql, [outcome(fence!, 0, null, { reason: 'no', group: '400' }, further.endpointId)]);
    const { endpointId } = further;
    const { total, groups } = await countFailures(sql, agentId, { endpointId });
    assert.deepEqual([total, groups[0]!.exampleEventId], [1, id(0)]);
    assert.deepEqual(
      (await listFailureCounts(sql)).map(({ count }) => count),
      [1],
    );
    const filter = { status: 'FAILED', endpointId, eventIds: [id(0)] } as const;
    const [key] = (await listEventKeys(sql, agentId, { status: 'FAILED', endpointId }, { limit: 10 })).rows;
    assert.deepEqual([key!.lane, key!.seq, key!.ordinal], [LANE, 1, 0]);
    await listEventKeys(sql, agentId, filter, { limit: 10 });
    const redeliveryId = 'redelivery';
    const requestedBy = 'test';
    await insertRedelivery(sql, {
      redeliveryId,
      agentId,
      filter: { endpointId },
      probe: true,
      matched: 1,
      requestedBy,
    });
    const job = await takeRedelivery(sql);
    await chooseProbe(sql, redeliveryId, id(0), 1);
    assert.equal((await findVerdict(sql, key!, job!)).last?.status, 400);
    const status = async () => (await listEventsAt(sql, agentId, [key!], endpointId))[0]!.status;
    assert.equal(await status(), 'FAILED');
    const discardId = 'discard';
    await insertDiscard(sql, { discardId, agentId, filter: {}, why: 'old', by: 'test' });
    assert.equal(await discardFailures(sql, { discardId, endpointId }, [key!]), 1);
    assert.equal(await status(), 'DISCARDED');
  });

  test('is migrated, and what a migration adds is distributed at the next start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
    const known = join(import.meta.dirname, '../../migrations');
    await cp(known, folder, { recursive: true });
    const text = `alter table inbox add column note text;
create index inbox_note on inbox (note);
create table lane_note (
  lane integer primary key
);
create function note_lane(p_lane int) returns boolean language plpgsql as $$
begin
  insert into lane_note (lane) values (p_lane);
  return true;
end $$;`;
    await writeFile(join(folder, '9999_note.sql'), text);
    await migrate(sql, silent, folder);
    await rm(folder, { recursive: true });
    await prepareCluster(sql);
    sent.length = 0;
    await sql`select note_lane(${LANE})`;
    assert.equal(sent.filter((message) => /note_lane/.test(message)).length, 1);
    await sql`update inbox set note = 'x' where lane = ${LANE}`;
  });

  test('gets partitions for the days ahead, and loses old ones', async () => {
    const later = new Date(Date.now() + 4 * DAY_MS);
    await createPartitions(sql, later);
    const { dropped } = await dropOldPartitions(sql, later);
    assert.ok(dropped.length > 0);
    assert.deepEqual((await dropOldPartitions(sql, later)).dropped, []);
  });
};

describe('a database that was moved to a cluster', { skip }, tests(Number.POSITIVE_INFINITY));
describe('a database that was migrated on a cluster', { skip }, tests(27));
