/** Repeated log lines are counted, and written once a minute: the log must not fill a full disk further. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createLog } from '../src/log.ts';

/** A log with readable lines and a manual clock. */
function startLog() {
  const lines: Record<string, unknown>[] = [];
  let nowMs = 0;
  let due: { atMs: number; work: () => void }[] = [];
  const clock = {
    nowMs: () => nowMs,
    after: (ms: number, work: () => void) => void due.push({ atMs: nowMs + ms, work }),
  };
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const log = createLog({ level: 'debug', pretty: false, destination, clock });
  return {
    log,
    /** The lines since the last call, without their times. */
    said() {
      return lines.splice(0).map(({ time, ...line }) => line);
    },
    advance(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        const [next] = due.sort((a, b) => a.atMs - b.atMs);
        if (!next || next.atMs > untilMs) break;
        due = due.filter((one) => one !== next);
        nowMs = next.atMs;
        next.work();
      }
      nowMs = untilMs;
    },
    waiting: () => due.length,
  };
}

const failure = (code: string) => Object.assign(new Error(`no ${code}`), { code });

test('the first line of a kind is written at once, the count of later ones within the minute', () => {
  const { log, said, advance } = startLog();
  for (let n = 0; n < 313; n++) log.warn({ agent: `a${n}` }, 'it fails');
  assert.deepEqual(said(), [{ level: 'warn', agent: 'a0', msg: 'it fails' }]);
  advance(59_999);
  assert.deepEqual(said(), []);
  advance(1);
  const more = 'it fails … 312 more like this in the last minute';
  assert.deepEqual(said(), [{ level: 'warn', agent: 'a312', more: 312, msg: more }], 'with the last of them');
});

test('a continuing kind is counted every minute, and one that had stopped is written at once when it returns', () => {
  const { log, said, advance } = startLog();
  const told = () => said().map(({ more }) => more);
  log.error('it fails');
  for (let minute = 1; minute <= 3; minute++) {
    for (let n = 0; n < minute * 10; n++) log.error('it fails');
    advance(60_000);
  }
  assert.deepEqual(told(), [undefined, 10, 20, 30]);
  advance(60_000);
  assert.deepEqual(told(), []);
  log.error('it fails');
  assert.deepEqual(told(), [undefined]);
});

test('another message, another level and another cause are other kinds', () => {
  const { log, said } = startLog();
  for (let n = 0; n < 2; n++) {
    log.warn('it fails');
    log.error('it fails');
    log.warn('it fails again');
    log.warn({ kind: 'auth' }, 'it fails');
    log.warn({ httpStatus: 503 }, 'it fails');
    log.error({ err: failure('ENOSPC') }, 'it fails');
    log.error({ err: failure('ECONNRESET') }, 'it fails');
    log.error({ err: new TypeError('one bug') }, 'it fails');
    log.error({ err: new TypeError('another, elsewhere') }, 'it fails');
  }
  assert.equal(said().length, 9, 'each is told once');
});

test('fatal lines and those below a warning are never withheld', () => {
  const { log, said } = startLog();
  for (let n = 0; n < 5; n++) {
    log.fatal('it is over');
    log.info('it goes on');
    log.debug('in detail');
  }
  assert.equal(said().length, 15);
});

test('withheld counts are written when the log ends', () => {
  const { log, said, advance, waiting } = startLog();
  for (let n = 0; n < 4; n++) log.warn('one');
  log.error('two');
  advance(20_000);
  said();
  log.tellRepeated();
  assert.deepEqual(said(), [{ level: 'warn', more: 3, msg: 'one … 3 more like this in the last minute' }]);
  log.tellRepeated();
  advance(60_000);
  assert.deepEqual(said(), [], 'once');
  assert.equal(waiting(), 0, 'nothing is left to wait for');
});

test('any number of kinds is written one after the other and not kept', () => {
  const { log, said, advance } = startLog();
  for (let n = 0; n < 2_000; n++) {
    log.warn(`number ${n}`);
    log.warn(`number ${n}`);
  }
  // Each is written, and for each evicted kind the withheld count.
  const early = said();
  assert.equal(early.filter(({ more }) => more === undefined).length, 2_000);
  const kept = 2_000 - early.filter(({ more }) => more === 1).length;
  assert.ok(kept <= 200, `${kept} kinds are kept`);
  advance(60_000);
  assert.equal(said().length, kept);
});

test('the children of a log are counted with it, and hidden values stay hidden', () => {
  const { log, said, advance } = startLog();
  const child = log.child({ process: 1 });
  log.warn({ phoneNumber: '+15550100001' }, 'it fails');
  child.warn({ deep: { password: 'canary' } }, 'it fails');
  advance(60_000);
  const [first, more] = said();
  assert.deepEqual(first, { level: 'warn', phoneNumber: '[hidden]', msg: 'it fails' });
  const msg = 'it fails … 1 more like this in the last minute';
  assert.deepEqual(more, { level: 'warn', process: 1, deep: { password: '[hidden]' }, more: 1, msg });
});
