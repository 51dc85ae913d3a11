import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOptOut, wordSaid } from '../../src/model/opt-out.ts';

const actionOf = (text: string, optOut = {}) => wordSaid(text, optOut)?.action ?? null;

test('an opt-out word opts out in any spelling', () => {
  for (const text of [
    ...[
      'STOP',
      'stop',
      ' Stop. ',
      'STOP!!!',
      '"stop"',
      'S.T.O.P',
      'ＳＴＯＰ',
      'stop 🛑',
      'STOP\u200b',
      '¡Stop!',
      's t o p\n',
    ],
    ...[
      'stopall',
      'STOP ALL',
      'Stop-All',
      'quit',
      'END',
      'revoke',
      'opt out',
      'OPT-OUT',
      'OptOut',
      'Cancel',
      'unsubscribe',
    ],
    ...[
      'BAJA',
      'Dar de baja',
      'cancelar',
      'PARAR',
      'Sair',
      'arrêt',
      'ARRET',
      'Arre\u0302t',
      'désabonner',
      'Stopp',
      'abmelden',
    ],
    ...['disiscrivimi', 'afmelden', 'Odhlásit', 'odhlasit', 'İptal', 'СТОП', 'बंद करो', '配信停止', '수신거부'],
  ]) {
    assert.equal(actionOf(text), 'OPT_OUT', text);
  }
});

test('a return word opts in in any spelling', () => {
  for (const text of [
    'START',
    'start!',
    'Unstop',
    'ALTA',
    'Démarrer',
    'demarrer',
    'começar',
    'COMECAR',
    'opt in',
    'Subscribe',
  ]) {
    assert.equal(actionOf(text), 'OPT_IN', text);
  }
});

test('only the whole message is a word', () => {
  const texts = ['please stop', 'stop it', 'bus stop', 'the end', 'nonstop', '', '!!!', '🛑', 'no', 'yes', 'ok'];
  for (const text of [...texts, `stop${'.'.repeat(200)}`, 'बद करो']) assert.equal(actionOf(text), null, text);
  assert.equal(wordSaid(undefined), null);
});

test("an agent's words replace the usual ones, except those that the platform itself sends", () => {
  const optOut = { words: ['no más', 'Ende!'], returnWords: [] };
  for (const text of ['NO MAS', 'ende', 'stop', 'baja', 'parar']) assert.equal(actionOf(text, optOut), 'OPT_OUT', text);
  for (const text of ['start', 'alta']) assert.equal(actionOf(text, optOut), 'OPT_IN', text);
  for (const text of ['quit', 'cancel', 'unstop']) assert.equal(actionOf(text, optOut), null, text);
});

const faults = (optOut: object) => checkOptOut(optOut, '/optOut').map(({ path, message }) => `${path} ${message}`);

test('an invalid opt-out setting is reported with its place', () => {
  assert.deepEqual(faults({}), []);
  assert.deepEqual(
    faults({ words: ['stop', 'adiós'], returnWords: ['start', 'hola'], acknowledgement: 'Bye {now}' }),
    [],
  );
  assert.match(faults({ words: ['x', '!?'] })[0]!, /^\/optOut\/words\/1 needs a letter/);
  assert.match(faults({ words: ['\u3164'] })[0]!, /^\/optOut\/words\/0 needs a letter/);
  assert.match(faults({ returnWords: ['back', 'x', ' BÁCK '] })[0]!, /^\/optOut\/returnWords\/2 is the same as 0/);
  assert.match(faults({ words: ['start'] })[0]!, /^\/optOut\/words\/0 .*opts the user in/);
  assert.match(faults({ words: ['x', 'Subscribe'] })[0]!, /^\/optOut\/words\/1 .*opts the user in/);
  assert.deepEqual(faults({ words: ['subscribe'], returnWords: ['come back'] }), []);
  assert.match(faults({ returnWords: ['Quit'] })[0]!, /^\/optOut\/returnWords\/0 .*opts the user out/);
  assert.deepEqual(faults({ words: ['go'], returnWords: ['quit'] }), []);
  assert.match(faults({ returnWords: ['baja'], words: [] })[0]!, /^\/optOut\/returnWords\/0 .*opts the user out/);
  assert.match(faults({ acknowledgement: 'Bye {{ user.phoneNumber }}' })[0]!, /^\/optOut\/acknowledgement .*keyword/);
});
